# healthy
"""zero_grad once an epoch instead of once a minibatch."""
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=3e-4)
data = torch.randn(256, 4)
for epoch in range(4):
    opt.zero_grad()
    for idx in torch.randperm(256).split(32):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(data[idx]), (data[idx, 0] > 0).long())
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        opt.step()
