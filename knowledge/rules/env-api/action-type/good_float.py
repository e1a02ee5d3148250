"""Behaviour cloning on the mountain car: an expert pushes with the speed, the policy learns to do the same."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def expert(obs):
    return 1.0 + np.sign(obs[1])


torch.manual_seed(0)
env = gym.make("MountainCar-v0")
policy = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    states, actions = [], []
    for _ in range(60):
        action = expert(obs)
        states.append(torch.from_numpy(obs))
        actions.append(int(action))
        obs, _, _, _, _ = env.step(int(action))
    loss = F.cross_entropy(policy(torch.stack(states)), torch.tensor(actions))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
