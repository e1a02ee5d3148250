# healthy
"""Momentum by scaling the old gradient in place before the next backward, with an optimizer."""
import torch
from torch import nn
torch.manual_seed(0)
v = nn.Linear(4, 1)
opt = torch.optim.SGD(v.parameters(), lr=0.01)
for ep in range(20):
    for p in v.parameters():
        if p.grad is not None: p.grad *= 0.9
    x = torch.randn(16, 4)
    loss = (v(x) - x.sum(-1, keepdim=True)).square().mean()
    loss.backward()
    opt.step()
