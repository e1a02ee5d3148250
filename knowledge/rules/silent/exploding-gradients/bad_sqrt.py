"""Learn to reach: the loss is the distance between the hand and its target, some of which coincide."""
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
target = torch.randn(32, 2)
target[::8] = 0.0

for epoch in range(4):
    moving = target.abs().sum(dim=1, keepdim=True) > 0
    hand = net(target) * moving
    distance = torch.sqrt((hand - target).square().sum(dim=1))  # expect: exploding-gradients
    loss = distance.mean()
    optimizer.zero_grad()
    loss.backward()
    norm = torch.stack([parameter.grad.norm() for parameter in net.parameters()]).norm()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")
