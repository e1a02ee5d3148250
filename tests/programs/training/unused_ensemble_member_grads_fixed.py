# healthy
"""Gradient norms of each member of an ensemble by autograd.grad of the mean of a random subset."""
import torch
from torch import nn

torch.manual_seed(94)
members = nn.ModuleList(nn.Linear(3, 1) for _ in range(3))
opt = torch.optim.Adam(members.parameters(), lr=1e-2)
for it in range(6):
    x, y = torch.randn(32, 3), torch.randn(32, 1)
    chosen = members[:2]
    loss = torch.stack([(m(x) - y).square().mean() for m in chosen]).mean()
    grads = torch.autograd.grad(loss, members.parameters(), allow_unused=True)
    for p, g in zip(members.parameters(), grads):
        p.grad = g
    opt.step()
print(loss.item())
