"""Gamma policy trained on its cumulative distribution (a chance constraint)."""
import torch
from torch import nn


class GammaPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2), nn.Softplus())

    def forward(self, s):
        shape, rate = (self.net(s) + 0.1).unbind(-1)
        return shape, rate


def risk(shape, rate, limit):
    return 1.0 - torch.special.gammainc(shape, rate * limit)  # expect: not-differentiable-derivative


torch.manual_seed(0)
pi = GammaPolicy()
opt = torch.optim.Adam(pi.parameters(), 1e-3)
for it in range(3):
    shape, rate = pi(torch.randn(16, 2))
    loss = (shape / rate - 1).pow(2).mean() + 10 * (risk(shape, rate, 2.0) - 0.05).relu().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
