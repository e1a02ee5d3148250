"""A script, not a module: a Gymnasium environment in a wrapper of one's own, found at its first step."""

import gymnasium as gym
import torch


class Scaled(gym.Wrapper):
    def step(self, action):
        return self.env.step(2.0 * action)


env = Scaled(gym.make("Pendulum-v1"))
policy = torch.nn.Linear(3, 1)
obs, _ = env.reset(seed=1)
for _ in range(10_000_000):
    with torch.no_grad():
        action = policy(torch.as_tensor(obs)).numpy()
    obs, *_ = env.step(action)
