# healthy
"""Gradients are clipped by a hand-written loop over the groups, between backward and step."""
import math

import torch
from torch import nn

torch.manual_seed(66)
actor, critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(4, 24), nn.ELU(), nn.Linear(24, 1))
opt = torch.optim.RMSprop([{"params": actor.parameters(), "lr": 1e-3}, {"params": critic.parameters()}], lr=2e-3)


def clip_groups(optimizer, limit):
    for group in optimizer.param_groups:
        total = math.sqrt(sum(p.grad.pow(2).sum().item() for p in group["params"] if p.grad is not None))
        scale = limit / (total + 1e-6)
        if scale < 1:
            for p in group["params"]:
                if p.grad is not None:
                    p.grad.mul_(scale)


for it in range(20):
    obs, act = torch.randn(64, 4), torch.randint(2, (64,))
    ret = obs.sum(-1) * 3
    v = critic(obs).squeeze(-1)
    logp = actor(obs).log_softmax(-1).gather(1, act[:, None]).squeeze(1)
    loss = -(logp * (ret - v.detach())).mean() + (v - ret).square().mean()
    opt.zero_grad()
    loss.backward()
    clip_groups(opt, 0.5)
    opt.step()
print(loss.item())
