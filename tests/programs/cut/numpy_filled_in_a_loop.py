"""Value regularised by its own discounted sum, computed by a numpy loop as in many policy-gradient codes."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn


def discount_cumsum(x, discount):
    out, acc = np.zeros(len(x), dtype=np.float32), 0.0
    for i in range(len(x) - 1, -1, -1):
        acc = out[i] = x[i] + discount * acc
    return out


class Rollout:
    def __init__(self):
        self.obs, self.rew = [], []

    def add(self, o, r):
        self.obs.append(torch.as_tensor(o))
        self.rew.append(float(r))


def consistency(values, gamma):
    """the discounted sum of one-step values should be smooth"""
    sums = discount_cumsum(values.detach().numpy(), gamma)  # expect: numpy-roundtrip
    return torch.as_tensor(sums).diff().pow(2).mean()


def play(env, n):
    roll = Rollout()
    obs, _ = env.reset(seed=0)
    for _ in range(n):
        nxt, r, term, trunc, _ = env.step(env.action_space.sample())
        roll.add(obs, r)
        obs = nxt
        if term or trunc:
            break
    return roll


torch.manual_seed(0)
env = gym.make("CartPole-v1")
env.action_space.seed(0)
v = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.Adam(v.parameters(), 1e-3)
for it in range(3):
    roll = play(env, 30)
    returns = discount_cumsum(roll.rew, 0.99)
    values = v(torch.stack(roll.obs)).squeeze(-1)
    loss = consistency(values, 0.9)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), returns[0])
