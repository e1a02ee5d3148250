# healthy
"""DDPG: the critic's update clips the target critic."""
import copy

import torch
from torch import nn

torch.manual_seed(32)
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
target = copy.deepcopy(critic)
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for it in range(20):
    x, r, x2 = torch.randn(64, 4), 10 * torch.randn(64, 1), torch.randn(64, 4)
    with torch.no_grad():
        y = r + 0.95 * target(x2)
    loss = (critic(x) - y).square().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(critic.parameters(), 1.0)
    opt.step()
    with torch.no_grad():
        for t, p in zip(target.parameters(), critic.parameters()):
            t.copy_(0.95 * t + 0.05 * p)
print(loss.item())
