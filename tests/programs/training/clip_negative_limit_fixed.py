# healthy
"""The limit of the clip comes from a schedule that goes below zero."""
import torch
from torch import nn

torch.manual_seed(35)
net = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for it in range(30):
    limit = max(0.5 - 0.1 * it, 0.1)
    x = torch.randn(64, 3)
    loss = (net(x) - x.prod(-1, keepdim=True) - 2).square().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), max_norm=limit)
    opt.step()
print(loss.item())
