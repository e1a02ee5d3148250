"""Regress the wrench at a robot's wrist from its joint readings with residual blocks."""
import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = self.linear(x)
        y += 0.1
        y = torch.tanh(y * self.scale)
        y += x  # expect: inplace-modified
        return y


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(14, 32), Block(32), Block(32), nn.Linear(32, 6))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
joints = torch.randn(80, 14)
wrench = joints[:, :6] * joints[:, 6:12]

for epoch in range(4):
    loss = F.smooth_l1_loss(net(joints), wrench)
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: one of the variables needed for gradient computation
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
