# healthy
"""Sys-id with physical parameters as nn.Parameter; values printed by float()."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Spring(nn.Module):
    def __init__(self, k, c):
        super().__init__()
        self.k, self.c = nn.Parameter(torch.tensor(float(k))), nn.Parameter(torch.tensor(float(c)))

    def forward(self, x, v, f):
        v = v + 0.05 * (f - self.k * x - self.c * v)
        return x + 0.05 * v, v

    def describe(self):
        return {n: round(float(p), 3) for n, p in self.named_parameters()}


def simulate(spring, force):
    x = v = torch.zeros(())
    xs = []
    for f in force:
        x, v = spring(x, v, f)
        xs.append(x)
    return torch.stack(xs)


force = torch.linspace(0, 6, 50).sin()
with torch.no_grad():
    truth = simulate(Spring(3.0, 0.4), force)
spring = Spring(1.0, 0.1)
opt = torch.optim.Adam(spring.parameters(), lr=0.05)
for it in range(3):
    loss = (simulate(spring, force) - truth).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), spring.describe())
