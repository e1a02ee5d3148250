# healthy
"""Fitted values by Monte-Carlo returns, with per-step REINFORCE; every reward of the first episodes is zero."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(114)
policy = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(16):
    obs = torch.randn(20, 2)
    dist = Categorical(logits=policy(obs))
    act = dist.sample()
    reward = torch.zeros(20) if episode < 4 else (act == (obs[:, 0] > 0)).float()
    returns = reward.flip(0).cumsum(0).flip(0)
    returns = returns - returns.mean()
    loss = -(dist.log_prob(act) * returns).mean() - (0.01 * dist.entropy()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
