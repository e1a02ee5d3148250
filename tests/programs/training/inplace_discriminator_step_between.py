"""GAIL: the reward for the policy is taken from the discriminator before the discriminator is updated."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(6)
disc = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
opt_d, opt_p = torch.optim.Adam(disc.parameters(), 1e-3), torch.optim.Adam(policy.parameters(), 1e-3)


def train_disc(fake, real):
    loss = F.softplus(disc(fake)).mean() + F.softplus(-disc(real)).mean()
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()  # expect: inplace-modified
    return loss.item()


for it in range(6):
    obs = torch.randn(64, 3)
    expert = torch.cat([obs, obs.sum(-1, keepdim=True).tanh()], -1)
    fake = torch.cat([obs, policy(obs).tanh()], -1)
    fool = F.softplus(-disc(fake)).mean()
    d = train_disc(fake.detach(), expert)
    opt_p.zero_grad()
    fool.backward()  # expect: inplace-modified
    opt_p.step()
    print(it, d, fool.item())
