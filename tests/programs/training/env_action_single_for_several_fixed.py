# healthy
"""Vectorised CartPole, but the policy's action is taken for the first environment only."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(3)])
pi = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(pi.parameters(), 1e-2)
for update in range(2):
    obs, _ = envs.reset(seed=update)
    logps, rewards = [], []
    for _ in range(6):
        dist = Categorical(logits=pi(torch.as_tensor(obs)))
        a = dist.sample()
        logps.append(dist.log_prob(a))
        obs, r, term, trunc, _ = envs.step(a.numpy())
        rewards.append(torch.as_tensor(r, dtype=torch.float32))
    ret = torch.stack(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logps) * (ret - ret.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(update, loss.item())
