"""Train a thermostat controller on a home-made gymnasium environment."""
import gymnasium as gym
import numpy as np
import torch
from gymnasium import spaces
from torch import nn


class RoomEnv(gym.Env):
    """Two coupled rooms, numpy all the way."""

    def __init__(self, outside=5.0):
        self.observation_space = spaces.Box(-50, 50, (2,), np.float32)
        self.action_space = spaces.Box(0, 1, (2,), np.float32)
        self.outside = outside

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.temp = self.np_random.uniform(10, 15, 2)
        return self.temp.astype(np.float32), {}

    def step(self, action):
        heat = 4.0 * np.clip(action, 0, 1)
        flow = 0.1 * (self.temp[::-1] - self.temp)
        self.temp = self.temp + heat + flow - 0.05 * (self.temp - self.outside)
        reward = -float(np.square(self.temp - 21.0).mean())
        return self.temp.astype(np.float32), reward, False, False, {"heat": heat.sum()}


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 2), nn.Sigmoid())

    def forward(self, temp):
        return self.layers(temp / 20.0)


def comfort_loss(history, target=21.0):
    temps = torch.stack(history)
    return ((temps - target) ** 2).mean()


torch.manual_seed(0)
env, net = RoomEnv(), Controller()
opt = torch.optim.SGD(net.parameters(), lr=1e-3)
for day in range(3):
    obs, info = env.reset(seed=day)
    history, energy = [], []
    for hour in range(8):
        valve = net(torch.as_tensor(obs))
        obs, _, _, _, info = env.step(valve.detach().numpy())  # expect: env-step-boundary
        history.append(torch.as_tensor(obs))
        energy.append(info["heat"])
    loss = comfort_loss(history)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"day {day}: loss {loss.item():.3f} energy {np.mean(energy):.2f}")
