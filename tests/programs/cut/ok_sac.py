# healthy
"""Soft actor-critic with a learned temperature and numpy ring buffer."""
import copy

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal, TransformedDistribution
from torch.distributions.transforms import TanhTransform


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 2))

    def forward(self, obs):
        mu, log_std = self.net(obs).chunk(2, -1)
        return TransformedDistribution(Normal(mu, log_std.clamp(-5, 2).exp()), [TanhTransform(cache_size=1)])


class Replay:
    def __init__(self, size=500):
        self.data = {k: np.zeros((size, n), np.float32) for k, n in (("o", 3), ("a", 1), ("r", 1), ("o2", 3), ("d", 1))}
        self.n = 0

    def put(self, **row):
        for k, v in row.items():
            self.data[k][self.n] = v
        self.n += 1

    def batch(self, rng, size=32):
        idx = rng.integers(0, self.n, size)
        return [torch.as_tensor(self.data[k][idx]) for k in ("o", "a", "r", "o2", "d")]


torch.manual_seed(0)
rng = np.random.default_rng(0)
env, actor, replay = gym.make("Pendulum-v1"), Actor(), Replay()
q = nn.ModuleList(nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1)) for _ in range(2))
q_target = copy.deepcopy(q)
for p in q_target.parameters():
    p.requires_grad = False
log_alpha = torch.zeros(1, requires_grad=True)
pi_opt = torch.optim.Adam(actor.parameters(), lr=3e-4)
q_opt = torch.optim.Adam(q.parameters(), lr=3e-4)
alpha_opt = torch.optim.Adam([log_alpha], lr=3e-4)
o, _ = env.reset(seed=0)
for t in range(50):
    with torch.no_grad():
        a = actor(torch.as_tensor(o)).sample().numpy()
    o2, r, term, trunc, _ = env.step(2 * a)
    replay.put(o=o, a=a, r=r, o2=o2, d=float(term))
    o = o2
    if t < 40:
        continue
    bo, ba, br, bo2, bd = replay.batch(rng)
    alpha = log_alpha.exp().detach()
    with torch.no_grad():
        d2 = actor(bo2)
        a2 = d2.rsample()
        qt = torch.min(*(f(torch.cat([bo2, a2], -1)) for f in q_target)) - alpha * d2.log_prob(a2).sum(-1, keepdim=True)
        y = br + 0.99 * (1 - bd) * qt
    q_loss = sum(F.mse_loss(f(torch.cat([bo, ba], -1)), y) for f in q)
    q_opt.zero_grad()
    q_loss.backward()
    q_opt.step()
    for p in q.parameters():
        p.requires_grad_(False)
    d = actor(bo)
    pi_a = d.rsample()
    logp = d.log_prob(pi_a).sum(-1, keepdim=True)
    pi_loss = (alpha * logp - torch.min(*(f(torch.cat([bo, pi_a], -1)) for f in q))).mean()
    pi_opt.zero_grad()
    pi_loss.backward()
    pi_opt.step()
    for p in q.parameters():
        p.requires_grad_(True)
    alpha_loss = -(log_alpha * (logp.detach() - 1.0)).mean()
    alpha_opt.zero_grad()
    alpha_loss.backward()
    alpha_opt.step()
    with torch.no_grad():
        for p, pt in zip(q.parameters(), q_target.parameters()):
            pt.data.mul_(0.995)
            pt.data.add_(0.005 * p.data)
    print(t, q_loss.item(), pi_loss.item(), alpha.item())
