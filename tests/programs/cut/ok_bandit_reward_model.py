# healthy
"""Sampled arms, score-function loss, running baseline in numpy."""
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
w = torch.randn(8, 5)
policy = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 5))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
history = np.zeros(3)
for step in range(3):
    ctx = torch.randn(64, 8)
    pi = Categorical(logits=policy(ctx))
    arm = pi.sample()
    reward = (ctx @ w).gather(1, arm[:, None]).squeeze(1)
    adv = reward - reward.mean()
    loss = -(pi.log_prob(arm) * adv).mean() - 0.01 * pi.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    history[step] = reward.mean().item()
print(history.round(3))
