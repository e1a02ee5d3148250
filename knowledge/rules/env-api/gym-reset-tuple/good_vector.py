"""Fit a value function to eight pendulums at once; they are stepped as one vectorised environment."""
import gymnasium as gym
import torch
from torch import nn


def as_batch(array):
    return torch.as_tensor(array, dtype=torch.float32)


torch.manual_seed(0)
envs = gym.make_vec("Pendulum-v1", num_envs=8, vectorization_mode="sync")
envs.action_space.seed(0)
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

obs, _ = envs.reset(seed=0)
for update in range(5):
    value = critic(as_batch(obs)).squeeze(1)
    obs, reward, _, _, _ = envs.step(envs.action_space.sample())
    with torch.no_grad():
        target = as_batch(reward) + 0.9 * critic(as_batch(obs)).squeeze(1)
    loss = (value - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
