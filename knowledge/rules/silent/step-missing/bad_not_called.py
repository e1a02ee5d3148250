"""Imitate a swing-up controller on Pendulum."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
env = gym.make("Pendulum-v1")
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

obs, states, torques = env.reset(seed=0)[0], [], []
for _ in range(100):
    torque = np.clip([3.0 * obs[2] * np.sign(obs[0]) - 2.0 * obs[1]], -2.0, 2.0).astype(np.float32)
    states.append(obs), torques.append(torque)
    obs, _, _, _, _ = env.step(torque)
states, torques = torch.as_tensor(np.stack(states)), torch.as_tensor(np.stack(torques))

for epoch in range(5):
    loss = F.mse_loss(policy(states), torques)
    optimizer.zero_grad()
    loss.backward()  # expect: step-missing
    optimizer.step
    print(f"epoch {epoch}: loss {loss.item():.4f}")
