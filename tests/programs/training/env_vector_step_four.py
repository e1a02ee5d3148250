"""A vector environment read with four names."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn

torch.manual_seed(97)
envs = gym.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
obs, _ = envs.reset(seed=1)
logps, rewards = [], []
for t in range(10):
    dist = torch.distributions.Categorical(logits=net(torch.as_tensor(obs)))
    act = dist.sample()
    obs, reward, dones, infos = envs.step(act.numpy())  # expect: gym-step-signature  # raises: ValueError: too many values to unpack
    logps.append(dist.log_prob(act))
    rewards.append(torch.as_tensor(np.asarray(reward), dtype=torch.float32))
ret = torch.stack(rewards).flip(0).cumsum(0).flip(0)
loss = -(torch.stack(logps) * (ret - ret.mean())).mean()
opt.zero_grad()
loss.backward()
opt.step()
