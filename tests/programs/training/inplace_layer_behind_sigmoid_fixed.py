# healthy
"""Gripper head: a sigmoid followed by a threshold layer that works in place."""
import torch
from torch import nn


class Gripper(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 24), nn.ReLU(inplace=True), nn.Linear(24, 1))
        self.squash = nn.Sigmoid()
        self.gate = nn.Threshold(0.1, 0.0, inplace=True)

    def forward(self, x):
        open_ = self.squash(self.trunk(x))
        return self.gate(open_ * 1.0).squeeze(-1)


torch.manual_seed(0)
net = Gripper()
opt = torch.optim.Adam(net.parameters(), 1e-3)
for it in range(3):
    x = torch.randn(32, 4)
    loss = (net(x) - (x[:, 0] > 0).float()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
