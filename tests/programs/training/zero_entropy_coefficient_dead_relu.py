"""An actor whose last ReLU is dead: a large negative bias from a bad initialisation."""
import torch
from torch import nn

torch.manual_seed(107)
actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1), nn.ReLU())
nn.init.constant_(actor[2].bias, -20.0)
critic = nn.Linear(5, 1).requires_grad_(False)
opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(15):
    obs = torch.randn(64, 4)
    throttle = actor(obs)  # expect: zero-gradients
    loss = -critic(torch.cat([obs, throttle], -1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
