# healthy
"""Squashed head written as one sequence, with an in-place layer behind the sigmoid."""
import torch
from torch import nn

torch.manual_seed(0)


def head(n_in, n_out):
    return nn.Sequential(
        nn.Linear(n_in, 24),
        nn.ReLU(inplace=True),
        nn.Linear(24, n_out),
        nn.Sigmoid(),
        nn.Threshold(0.05, 0.0),
    )


net = head(4, 3)
opt = torch.optim.Adam(net.parameters(), 1e-3)
for it in range(3):
    x = torch.randn(32, 4)
    loss = (net(x) - x[:, :3].sigmoid()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
