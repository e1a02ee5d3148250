"""DDPG actor loss where the action is cloned, detached and asked for a gradient again."""
import torch
import torch.nn as nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2), nn.Tanh())
critic = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1)).requires_grad_(False)
opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(3):
    s = torch.randn(32, 4)
    a = actor(s)
    a = a.clone().detach().requires_grad_(True)  # expect: detach-call
    loss = -critic(torch.cat([s, a], 1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), a.grad.norm().item())
