"""Soft critic update whose target keeps the graph of the current critics and policy."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(109)
pi = nn.Linear(3, 2)
q1, q2 = (nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 1)) for _ in range(2))
opt_q = torch.optim.Adam([*q1.parameters(), *q2.parameters()], lr=1e-3)


def sample(obs):
    mu, log_std = pi(obs).chunk(2, -1)
    dist = Normal(mu, log_std.clamp(-3, 1).exp())
    a = dist.rsample()
    return a, dist.log_prob(a)


def critic_loss(s, a, r, s2, alpha=0.2):
    a2, lp = sample(s2)
    x2 = torch.cat([s2, a2], -1)
    backup = r + 0.99 * (torch.min(q1(x2), q2(x2)) - alpha * lp)  # expect: missing-detach
    x = torch.cat([s, a], -1)
    return (q1(x) - backup).pow(2).mean() + (q2(x) - backup).pow(2).mean()  # expect: missing-detach


for it in range(12):
    loss = critic_loss(torch.randn(64, 3), torch.randn(64, 1), torch.randn(64, 1), torch.randn(64, 3))
    opt_q.zero_grad()
    loss.backward()
    opt_q.step()
print(loss.item())
