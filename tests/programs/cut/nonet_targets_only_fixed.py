# healthy
"""Fitted value iteration; both sides of the loss come from the target network."""
import copy

import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
value = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
target = copy.deepcopy(value)
for p in target.parameters():
    p.requires_grad_(False)
opt = torch.optim.Adam(value.parameters(), lr=1e-3)


def sample(n):
    s = rng.uniform(-1, 1, (n, 2)).astype(np.float32)
    s2 = (0.9 * s + 0.05 * rng.normal(size=(n, 2))).astype(np.float32)
    return torch.from_numpy(s), torch.from_numpy(-np.abs(s).sum(1)), torch.from_numpy(s2)


for it in range(3):
    s, r, s2 = sample(64)
    backup = r + 0.95 * target(s2).squeeze(-1)
    current = value(s).squeeze(-1)
    loss = (backup - current).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p, q in zip(value.parameters(), target.parameters()):
        q.data.lerp_(p.data, 0.05)
    print(it, loss.item())
