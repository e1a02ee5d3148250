# healthy
"""The distance to a goal is a square root that meets zero."""
import torch
from torch import nn

torch.manual_seed(108)
policy = nn.Linear(2, 2)
with torch.no_grad():
    policy.weight.zero_()
    policy.bias.zero_()
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for it in range(6):
    pos = torch.randn(16, 2)
    goal = pos.clone()
    goal[0] += 1.0
    after = pos + policy(pos)
    distance = ((after - goal).square().sum(-1) + 1e-8).sqrt()
    loss = distance.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
