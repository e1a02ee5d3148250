# healthy
"""Sparse units: half of the ReLU units are dead in some batches, biases start negative, targets are clipped."""
import torch
from torch import nn

torch.manual_seed(82)
net = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
with torch.no_grad():
    net[0].bias.fill_(-1.0)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for it in range(25):
    x = torch.randn(16, 4)
    y = x.sum(-1, keepdim=True).clamp(-1, 1)
    out = net(x)
    loss = (out.clamp(-2, 2) - y).square().mean() + 0.0 * net[2].weight.square().sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
