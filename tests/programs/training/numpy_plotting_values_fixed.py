# healthy
"""Evaluates a critic on a grid for a picture."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(95)
critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-2)
for it in range(10):
    x = torch.rand(64, 2)
    loss = (critic(x).squeeze(-1) - x.prod(-1)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()


def surface(n=5):
    axis = np.linspace(0, 1, n, dtype=np.float32)
    grid = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
    heights = critic(torch.from_numpy(grid)).detach()
    return np.asarray(heights).reshape(n, n)


print(surface().max())
