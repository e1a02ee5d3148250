# healthy
"""GAIL-like: discriminator on detached policy actions, policy by log-prob of its reward."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
disc = nn.Sequential(nn.Linear(6, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
opt_p = torch.optim.Adam(policy.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
for it in range(3):
    s = torch.randn(64, 4)
    expert = torch.stack([s[:, 0] - s[:, 1], s[:, 2]], 1)
    dist = Normal(policy(s), 0.3)
    a = dist.sample()
    logits = torch.cat([disc(torch.cat([s, expert], 1)), disc(torch.cat([s, a], 1))])
    labels = torch.cat([torch.ones(64, 1), torch.zeros(64, 1)])
    d_loss = F.binary_cross_entropy_with_logits(logits, labels)
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()
    acc = ((logits > 0).float() == labels).float().mean().item()
    with torch.no_grad():
        reward = F.logsigmoid(disc(torch.cat([s, a], 1))).squeeze(1)
        adv = (reward - reward.mean()) / (reward.std() + 1e-6)
    p_loss = -(dist.log_prob(a).sum(1) * adv).mean()
    opt_p.zero_grad()
    p_loss.backward()
    opt_p.step()
    print(it, d_loss.item(), p_loss.item(), acc)
