"""Critic update whose prediction was replaced by a running baseline."""
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class RunningMean:
    def __init__(self):
        self.mean, self.count = 0.0, 1e-4

    def update(self, xs):
        self.mean += (sum(xs) / len(xs) - self.mean) * len(xs) / (self.count + len(xs))
        self.count += len(xs)


env = gym.make("Acrobot-v1")
env.action_space.seed(0)
critic = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
baseline = RunningMean()
for episode in range(3):
    obs, _ = env.reset(seed=episode)
    observations, rewards = [obs], []
    for _ in range(15):
        obs, r, term, trunc, _ = env.step(env.action_space.sample())
        observations.append(obs), rewards.append(float(r))
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    baseline.update(rewards)
    advantage = returns - baseline.mean
    value_loss = F.mse_loss(advantage, torch.zeros_like(advantage))  # expect: loss-without-network
    opt.zero_grad()
    value_loss.backward()
    opt.step()
    print(episode, value_loss.item())
