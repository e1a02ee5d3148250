# healthy
"""A2C with preallocated torch storage; the value loss uses the values recorded during the rollout."""
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F

T, N = 8, 3


class RolloutStorage:
    def __init__(self):
        self.obs = torch.zeros(T + 1, N, 4)
        self.values = torch.zeros(T + 1, N)
        self.rewards = torch.zeros(T, N)
        self.masks = torch.ones(T + 1, N)
        self.returns = torch.zeros(T + 1, N)
        self.step = 0

    def insert(self, obs, value, reward, mask):
        self.obs[self.step + 1].copy_(obs)
        self.values[self.step].copy_(value)
        self.rewards[self.step].copy_(reward)
        self.masks[self.step + 1].copy_(mask)
        self.step = (self.step + 1) % T

    def compute_returns(self, last, gamma):
        self.returns[-1] = last
        for t in reversed(range(T)):
            self.returns[t] = self.rewards[t] + gamma * self.returns[t + 1] * self.masks[t + 1]


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.v = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, x):
        return self.v(x).squeeze(-1)


torch.manual_seed(0)
envs = gym.make_vec("CartPole-v1", num_envs=N, vectorization_mode="sync")
critic, storage = Critic(), RolloutStorage()
optimizer = torch.optim.RMSprop(critic.parameters(), lr=7e-4)
storage.obs[0].copy_(torch.from_numpy(envs.reset(seed=0)[0]))
gen = torch.Generator().manual_seed(0)
for update in range(3):
    for t in range(T):
        with torch.no_grad():
            value = critic(storage.obs[t])
        action = torch.randint(0, 2, (N,), generator=gen)
        obs, rew, term, trunc, _ = envs.step(action.numpy())
        mask = 1.0 - torch.from_numpy(term).float()
        storage.insert(torch.from_numpy(obs), value, torch.from_numpy(rew), mask)
    with torch.no_grad():
        storage.compute_returns(critic(storage.obs[-1]), 0.99)
    value_loss = F.mse_loss(critic(storage.obs[:-1]), storage.returns[:-1])
    optimizer.zero_grad()
    value_loss.backward()
    optimizer.step()
    storage.obs[0].copy_(storage.obs[-1])
    print(update, value_loss.item())
