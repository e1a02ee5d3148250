"""Collects a fixed number of steps per iteration and forgets that episodes end."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(22)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 2))
opt = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs, _ = env.reset(seed=22)
for it in range(4):
    logps, rewards = [], []
    for _ in range(48):
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample()
        obs, reward, terminated, truncated, _ = env.step(action.item())  # expect: env-misuse
        logps.append(dist.log_prob(action))
        rewards.append(reward)
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = -(torch.stack(logps) * returns).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
