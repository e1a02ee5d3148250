"""A wrapper that scales the reward of the pendulum, and a critic that predicts it."""
import gymnasium as gym
import torch
from torch import nn


class ScaledReward(gym.Wrapper):
    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        return obs, reward / 10.0, terminated, truncated, info


torch.manual_seed(0)
env = ScaledReward(gym.make("Pendulum-v1"))
env.action_space.seed(0)
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    inputs, rewards = [], []
    for _ in range(40):
        action = env.action_space.sample()
        inputs.append(torch.cat([torch.as_tensor(obs), torch.as_tensor(action)]))
        obs, reward, *_ = env.step(action)
        rewards.append(float(reward))
    loss = (critic(torch.stack(inputs)).squeeze(1) - torch.tensor(rewards)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
