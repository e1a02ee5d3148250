# healthy
"""Ensemble dynamics: member losses are collected with new_tensor."""
import torch
from torch import nn

torch.manual_seed(0)


class Ensemble(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.members = nn.ModuleList(nn.Sequential(nn.Linear(5, 24), nn.SiLU(), nn.Linear(24, 4)) for _ in range(n))

    def losses(self, x, y):
        per_member = [((m(x) - y) ** 2).mean() for m in self.members]
        return torch.stack(per_member)

    @torch.no_grad()
    def disagreement(self, x):
        return torch.stack([m(x) for m in self.members]).var(0).mean().item()


ens = Ensemble()
opt = torch.optim.Adam(ens.parameters(), lr=1e-3, weight_decay=1e-5)
for step in range(3):
    x = torch.randn(64, 5)
    y = torch.stack([x[:, 0] * x[:, 1], x[:, 2], x[:, 3].sin(), x[:, 4]], 1)
    losses = ens.losses(x, y)
    total = losses.sum()
    opt.zero_grad()
    total.backward()
    opt.step()
    print(step, losses.tolist(), ens.disagreement(x))
