"""Shape the spread of a policy's actions: a histogram of them is pulled towards a uniform one."""
import torch
from torch import nn

BINS = 8

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1), nn.Tanh())
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
centers = torch.linspace(-1, 1, BINS)

for epoch in range(4):
    actions = policy(torch.randn(256, 3)).squeeze(1)
    counts, _ = torch.histogram(actions, bins=BINS, range=(-1.0, 1.0))  # expect: not-differentiable-derivative
    share = counts / counts.sum()
    loss = (share - 1 / BINS).square().sum() + 0.01 * actions.mean().square()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: derivative for aten::histogram is not implemented
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, mean action {actions.mean().item():.3f}")
