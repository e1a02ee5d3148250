# healthy
from __future__ import annotations

from dataclasses import dataclass, field

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


@dataclass
class Rollout:
    obs: list = field(default_factory=list)
    actions: list = field(default_factory=list)
    log_probs: list = field(default_factory=list)
    rewards: list = field(default_factory=list)

    def add(self, obs, action, log_prob, reward):
        self.obs.append(obs)
        self.actions.append(action)
        self.log_probs.append(log_prob)
        self.rewards.append(reward)

    def minibatches(self, size, rng):
        obs, act, logp = (np.asarray(x, dtype=np.float32) for x in (self.obs, self.actions, self.log_probs))
        ret = np.cumsum(np.asarray(self.rewards, dtype=np.float32)[::-1])[::-1].copy()
        ret = (ret - ret.mean()) / (ret.std() + 1e-6)
        for idx in np.array_split(rng.permutation(len(obs)), max(1, len(obs) // size)):
            yield tuple(torch.from_numpy(x[idx]) for x in (obs, act, logp, ret))


class Policy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh(), nn.Linear(32, act_dim))
        self.log_std = nn.Parameter(torch.zeros(act_dim))

    def dist(self, obs):
        return Normal(self.mu(obs), self.log_std.exp())


def act(policy, obs):
    with torch.no_grad():
        dist = policy.dist(torch.as_tensor(obs, dtype=torch.float32))
        a = dist.sample()
        return a.numpy(), dist.log_prob(a).sum().item()


def learn(policy, optimizer, rollout, rng):
    for obs, act, logp, ret in rollout.minibatches(8, rng):
        policy_loss = -(policy.dist(obs).log_prob(act).sum(-1) * ret).mean()
        optimizer.zero_grad()
        policy_loss.backward()
        optimizer.step()
    return policy_loss.item()


torch.manual_seed(0)
rng = np.random.default_rng(0)
env = gym.make("Pendulum-v1")
policy = Policy(3, 1)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
for it in range(2):
    rollout, (obs, _) = Rollout(), env.reset(seed=it)
    for _ in range(24):
        a, logp = act(policy, obs)
        nxt, r, *_ = env.step(a.clip(-2, 2))
        rollout.add(obs, a, logp, r)
        obs = nxt
    print(it, learn(policy, optimizer, rollout, rng))
