"""DDPG by hand: reads the gradient at the action after the backward of Q."""
import torch
from torch import nn

torch.manual_seed(105)
actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1)).requires_grad_(False)
opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(8):
    obs = torch.randn(32, 3)
    action = actor(obs).tanh()
    loss = -critic(torch.cat([obs, action], -1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    slope = action.grad  # expect: nonleaf-grad-read
    print(it, "slope at the action", None if slope is None else slope.abs().mean().item())
