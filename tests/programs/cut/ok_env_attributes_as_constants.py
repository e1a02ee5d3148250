# healthy
"""Healthy: the environment's attributes (limits, state, goal) are used as constants beside a score-function loss."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, env):
        super().__init__()
        self.scale = torch.as_tensor(env.action_space.high)
        self.mu = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, obs):
        return Normal(torch.tanh(self.mu(obs)) * self.scale, self.log_std.exp())


torch.manual_seed(0)
env = gym.make("Pendulum-v1")
policy = Policy(env)
model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
opt = torch.optim.Adam([*policy.parameters(), *model.parameters()], 1e-3)
for ep in range(3):
    obs, _ = env.reset(seed=ep)
    logps, rewards, states, inputs = [], [], [], []
    for t in range(12):
        o = torch.as_tensor(obs)
        dist = policy(o)
        a = dist.sample()
        logps.append(dist.log_prob(a).sum())
        obs, r, term, trunc, _ = env.step(a.clamp(-env.unwrapped.max_torque, env.unwrapped.max_torque).numpy())
        rewards.append(float(r))
        states.append(torch.as_tensor(env.unwrapped.state.copy(), dtype=torch.float32))
        inputs.append(torch.cat([o, a]))
    ret = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    adv = (ret - ret.mean()) / (ret.std() + 1e-6)
    pg = -(torch.stack(logps) * adv).mean()
    fit = (model(torch.stack(inputs)) - torch.stack(states)).pow(2).mean()
    loss = pg + fit
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(ep, loss.item(), float(np.mean(rewards)))
