"""Ensemble fit: the members' losses are averaged by numpy before they are sent back."""
import numpy as np
import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.members = nn.ModuleList(nn.Linear(3, 1) for _ in range(n))

    def losses(self, x, y):
        return [(m(x).squeeze(-1) - y).pow(2).mean() for m in self.members]


def train(ens, opt, x, y):
    losses = ens.losses(x, y)
    loss = np.mean([l.item() for l in losses])  # expect: numpy-roundtrip
    opt.zero_grad()
    loss.backward()
    opt.step()
    return float(loss)


torch.manual_seed(0)
ens = Ensemble(3)
opt = torch.optim.Adam(ens.parameters(), 1e-3)
for it in range(3):
    x = torch.randn(16, 3)
    print(it, train(ens, opt, x, x.sum(-1)))
