"""Trains well for 400 steps; then a new function cuts the gradient, and torch refuses."""

import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)


def pretrain(steps):
    for _ in range(steps):
        obs = torch.randn(16, 4)
        loss = ((policy(obs) - obs[:, :2]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def finetune():
    obs = torch.randn(16, 4)
    action = policy(obs).detach()
    reward = -(action**2).sum(1)
    loss = -reward.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


pretrain(400)
finetune()
