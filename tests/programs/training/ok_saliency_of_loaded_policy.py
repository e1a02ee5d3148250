# healthy
"""A restored agent (optimizer included, as the checkpoint has it) whose saliency is computed for several pictures."""
import torch
from torch import nn

torch.manual_seed(116)
policy = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 3))
opt = torch.optim.Adam(policy.parameters(), lr=1e-4)
checkpoint = {"policy": policy.state_dict(), "opt": opt.state_dict()}
policy.load_state_dict(checkpoint["policy"])
opt.load_state_dict(checkpoint["opt"])
policy.eval()
maps = []
for i in range(6):
    frame = torch.rand(1, 1, 8, 8, requires_grad=True)
    policy(frame).max().backward()
    maps.append(frame.grad.abs().squeeze())
print(torch.stack(maps).mean().item())
