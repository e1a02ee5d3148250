# healthy
"""Discrete actor through a learned one-step model: greedy actions are turned into one-hot vectors."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
N_ACT = 4


class OneStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(6 + N_ACT, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, s, a):
        return self.f(torch.cat([s, a], dim=1)).squeeze(1)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, N_ACT))

    def forward(self, s):
        return self.f(s)

    def action(self, s):
        logits = self(s)
        return F.gumbel_softmax(logits, hard=True)


world, actor = OneStep(), Actor()
opt_w = torch.optim.Adam(world.parameters(), lr=1e-2)
opt_a = torch.optim.Adam(actor.parameters(), lr=1e-2)
for it in range(3):
    s, a = torch.randn(32, 6), F.one_hot(torch.randint(0, N_ACT, (32,)), N_ACT).float()
    target = (s[:, :N_ACT] * a).sum(1)
    model_loss = F.mse_loss(world(s, a), target)
    opt_w.zero_grad()
    model_loss.backward()
    opt_w.step()

    for p in world.parameters():
        p.requires_grad_(False)
    actor_loss = -world(s, actor.action(s)).mean()
    opt_a.zero_grad()
    actor_loss.backward()
    opt_a.step()
    for p in world.parameters():
        p.requires_grad_(True)
    print(it, model_loss.item(), actor_loss.item())
