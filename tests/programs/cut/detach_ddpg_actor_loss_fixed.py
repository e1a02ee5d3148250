# healthy
import copy
import random

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())

    def forward(self, s):
        return 2.0 * self.net(s)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, s, a):
        return self.net(torch.cat([s, a], dim=-1))


class DDPG:
    def __init__(self):
        self.actor, self.critic = Actor(), Critic()
        self.actor_target, self.critic_target = copy.deepcopy(self.actor), copy.deepcopy(self.critic)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-4)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, s, a, r, s2):
        with torch.no_grad():
            y = r + 0.99 * self.critic_target(s2, self.actor_target(s2))
        critic_loss = F.mse_loss(self.critic(s, a), y)
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()

        for p in self.critic.parameters():
            p.requires_grad = False
        actor_loss = -self.critic(s, self.actor(s)).mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()
        for p in self.critic.parameters():
            p.requires_grad = True
        for net, target in ((self.actor, self.actor_target), (self.critic, self.critic_target)):
            for p, q in zip(net.parameters(), target.parameters()):
                q.data.mul_(0.995).add_(0.005 * p.data)
        return critic_loss.item(), actor_loss.item()


torch.manual_seed(0), random.seed(0)
env, agent, buffer = gym.make("Pendulum-v1"), DDPG(), []
s, _ = env.reset(seed=0)
for t in range(50):
    with torch.no_grad():
        a = agent.actor(torch.as_tensor(s)).numpy() + 0.1 * np.random.default_rng(t).normal(size=1)
    s2, r, term, trunc, _ = env.step(a.clip(-2, 2).astype(np.float32))
    buffer.append((s, a.astype(np.float32), np.float32([r]), s2))
    s = s2
    if t >= 45:
        batch = random.sample(buffer, 16)
        print(t, agent.update(*(torch.from_numpy(np.stack(x)) for x in zip(*batch))))
