"""Imitation from demonstrations: a discriminator whose slope is kept near one by a gradient penalty."""
import torch
from torch import nn
from torch.autograd import grad
from torch.nn import functional as F

torch.manual_seed(0)
discriminator = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)

for update in range(4):
    expert, policy = torch.randn(32, 6) + 1.0, torch.randn(32, 6)
    mixed = torch.lerp(expert, policy, torch.rand(32, 1)).requires_grad_(True)
    score = discriminator(mixed)
    (slope,) = grad(score, mixed, create_graph=True)  # raises: RuntimeError: grad can be  # expect: nonscalar-loss
    penalty = (slope.norm(dim=1) - 1).square().mean()
    loss = F.softplus(-discriminator(expert)).mean() + F.softplus(discriminator(policy)).mean() + 10 * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, penalty {penalty.item():.4f}")
