"""DQN where the target network is the very same object, and gets frozen."""
import random

import numpy as np
import torch
import torch.nn as nn


class ChainEnv:
    """Tiny chain MDP in numpy."""

    def __init__(self, n=6):
        self.n = n

    def reset(self):
        self.s = 0
        return self.obs()

    def obs(self):
        return np.eye(self.n, dtype=np.float32)[self.s]

    def step(self, a):
        self.s = min(self.n - 1, self.s + 1) if a == 1 else 0
        return self.obs(), float(self.s == self.n - 1), self.s == self.n - 1


class Agent:
    def __init__(self, n):
        self.q = nn.Sequential(nn.Linear(n, 32), nn.ReLU(), nn.Linear(32, 2))
        self.target = self.q
        self.target.eval()
        for p in self.target.parameters():
            p.requires_grad = False  # expect: frozen-parameters
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)

    def act(self, obs, eps=0.3):
        if random.random() < eps:
            return random.randrange(2)
        with torch.no_grad():
            return self.q(torch.from_numpy(obs)).argmax().item()

    def train(self, batch, gamma=0.95):
        s, a, r, s2, d = (torch.as_tensor(np.array(x)) for x in zip(*batch))
        q = self.q(s).gather(1, a[:, None]).squeeze(1)
        with torch.no_grad():
            y = r.float() + gamma * (1 - d.float()) * self.target(s2).max(1).values
        loss = nn.functional.smooth_l1_loss(q, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


random.seed(0), torch.manual_seed(0)
env = ChainEnv()
agent, memory, s = Agent(env.n), [], env.reset()
for t in range(40):
    a = agent.act(s)
    s2, r, done = env.step(a)
    memory.append((s, a, r, s2, done))
    s = env.reset() if done else s2
    if t > 20:
        print(t, agent.train(random.sample(memory, 16)))
