"""Hard attention over sensors: which sensors to read is sampled."""
import torch
import torch.nn as nn
from torch.distributions import Bernoulli

torch.manual_seed(0)


class Gate(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.logits = nn.Linear(n, n)

    def forward(self, x):
        return Bernoulli(logits=self.logits(x)).sample()  # expect: sample-not-rsample


readout = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 1))
pre = torch.optim.Adam(readout.parameters(), lr=1e-2)
for _ in range(5):
    x = torch.randn(64, 10)
    pre.zero_grad()
    (readout(x).squeeze(-1) - x[:, 0]).pow(2).mean().backward()
    pre.step()
for p in readout.parameters():
    p.requires_grad = False

gate = Gate(10)
opt = torch.optim.Adam(gate.parameters(), lr=1e-3)
for it in range(3):
    x = torch.randn(64, 10)
    mask = gate(x)
    err = (readout(x * mask).squeeze(-1) - x[:, 0]).pow(2)
    loss = err.mean() + 0.01 * mask.sum(-1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), mask.mean().item())
