"""Fit a critic to returns."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
obs = torch.randn(64, 4)
returns = obs[:, 0] - obs[:, 1]

for epoch in range(40):
    loss = F.mse_loss(critic(obs), returns)  # expect: shape-broadcast
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 10 == 9:
        error = (critic(obs).squeeze(1) - returns).square().mean().item()
        print(f"epoch {epoch}: loss {loss.item():.4f}, true error {error:.4f}")
