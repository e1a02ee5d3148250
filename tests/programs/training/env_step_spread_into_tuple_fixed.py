# healthy
"""SARSA with linear features; a named tuple takes all that step returns."""
from collections import namedtuple

import gymnasium as gym
import torch
from torch import nn

Outcome = namedtuple("Outcome", "obs reward done truncated info")


class Sarsa:
    def __init__(self, env):
        self.env = env
        self.q = nn.Linear(env.observation_space.shape[0], env.action_space.n)
        self.opt = torch.optim.SGD(self.q.parameters(), 0.01)

    def pick(self, obs):
        return int(self.q(torch.as_tensor(obs)).argmax())

    def episode(self, seed):
        obs, _ = self.env.reset(seed=seed)
        act, total = self.pick(obs), 0
        for _ in range(40):
            out = Outcome(*self.env.step(act))
            nxt = self.pick(out.obs)
            with torch.no_grad():
                y = out.reward + 0.9 * self.q(torch.as_tensor(out.obs))[nxt] * (not out.done)
            loss = (self.q(torch.as_tensor(obs))[act] - y) ** 2
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            obs, act, total = out.obs, nxt, total + out.reward
            if out.done:
                break
        return total


torch.manual_seed(0)
agent = Sarsa(gym.make("CartPole-v1"))
for seed in range(3):
    print(agent.episode(seed))
