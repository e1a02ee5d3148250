# healthy
"""Distributional critic: cross entropy written by hand with a log of a probability that reaches zero."""
import torch
from torch import nn

torch.manual_seed(34)
ATOMS = 11
net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, ATOMS))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for it in range(25):
    obs = torch.randn(32, 4) * (1 if it < 10 else 400)
    want = torch.zeros(32, ATOMS).scatter_(1, torch.randint(ATOMS, (32, 1)), 1.0)
    log_p = net(obs).log_softmax(-1)
    loss = -(want * log_p).sum(-1).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
print(loss.item())
