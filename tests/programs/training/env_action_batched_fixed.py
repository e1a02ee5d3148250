# healthy
"""Pendulum controller: the action keeps its batch dimension on the way to the environment."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, x):
        return Normal(self.mu(x), 0.4)


def act(policy, obs):
    dist = policy(torch.as_tensor(obs, dtype=torch.float32).unsqueeze(0))
    a = dist.sample()
    return a.numpy(), dist.log_prob(a).sum()


torch.manual_seed(0)
env, policy = gym.make("Pendulum-v1"), Gaussian()
opt = torch.optim.Adam(policy.parameters(), 1e-3)
for ep in range(2):
    obs, _ = env.reset(seed=ep)
    logps, rewards = [], []
    for _ in range(20):
        a, logp = act(policy, obs)
        obs, r, term, trunc, _ = env.step(a[0])
        logps.append(logp)
        rewards.append(float(r))
    ret = torch.tensor(np.cumsum(rewards[::-1])[::-1].copy(), dtype=torch.float32)
    loss = -(torch.stack(logps) * (ret - ret.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(ep, sum(rewards))
