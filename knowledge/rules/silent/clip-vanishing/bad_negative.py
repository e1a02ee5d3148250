"""Fit a critic; a limit of -1 in the configuration is to switch clipping off."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Config:
    lr: float = 0.05
    updates: int = 6
    max_norm: float = -1.0


def train(critic, config):
    optimizer = torch.optim.SGD(critic.parameters(), lr=config.lr)
    losses = []
    for update in range(config.updates):
        obs = torch.randn(64, 5)
        loss = F.mse_loss(critic(obs), obs.sum(dim=1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(critic.parameters(), config.max_norm)  # expect: clip-vanishing
        optimizer.step()
        losses.append(loss.item())
        print(f"update {update}: loss {losses[-1]:.3f}")
    return losses


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 1))
losses = train(critic, Config())
