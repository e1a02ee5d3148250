"""DDPG on Pendulum that first fills its memory with random actions; for a long while nothing is updated."""
import copy

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

WARM_UP, TOTAL, BATCH = 200, 320, 32


class Memory:
    def __init__(self, size):
        self.rows, self.count = np.zeros((size, 8), np.float32), 0

    def add(self, obs, action, reward, next_obs):
        self.rows[self.count % len(self.rows)] = np.concatenate([obs, action, [reward], next_obs])
        self.count += 1

    def sample(self):
        index = np.random.randint(0, min(self.count, len(self.rows)), BATCH)
        return torch.from_numpy(self.rows[index]).split([3, 1, 1, 3], dim=1)


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
        self.targets = copy.deepcopy(nn.ModuleList([self.actor, self.critic])).requires_grad_(False)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def act(self, obs):
        with torch.no_grad():
            action = self.actor(torch.as_tensor(obs))
        return (action + 0.1 * torch.randn(1)).clamp(-1, 1).numpy()

    def update(self, obs, action, reward, next_obs):
        slow_actor, slow_critic = self.targets
        with torch.no_grad():
            target = reward + 0.98 * slow_critic(torch.cat([next_obs, slow_actor(next_obs)], dim=1))
        critic_loss = F.mse_loss(self.critic(torch.cat([obs, action], dim=1)), target)
        self.critic_optimizer.zero_grad(set_to_none=True)
        critic_loss.backward()
        self.critic_optimizer.step()

        self.critic.requires_grad_(False)
        actor_loss = -self.critic(torch.cat([obs, self.actor(obs)], dim=1)).mean()
        self.actor_optimizer.zero_grad(set_to_none=True)
        actor_loss.backward()
        self.actor_optimizer.step()
        self.critic.requires_grad_(True)
        with torch.no_grad():
            for fast, slow in zip((self.actor, self.critic), self.targets):
                for parameter, following in zip(fast.parameters(), slow.parameters()):
                    following.lerp_(parameter, 0.01)
        return critic_loss.item(), actor_loss.item()


np.random.seed(0)
torch.manual_seed(0)
env, agent, memory = gym.make("Pendulum-v1"), Agent(), Memory(1000)
env.action_space.seed(0)
obs, _ = env.reset(seed=0)
for step in range(TOTAL):
    action = env.action_space.sample() / 2.0 if step < WARM_UP else agent.act(obs)
    next_obs, reward, _, truncated, _ = env.step(2.0 * action)
    memory.add(obs, action, 0.1 * reward, next_obs)
    obs = env.reset()[0] if truncated else next_obs
    if step >= WARM_UP:
        losses = agent.update(*memory.sample())
        if step % 40 == 39:
            print(f"step {step + 1}: critic loss {losses[0]:.4f}, actor loss {losses[1]:.4f}")
