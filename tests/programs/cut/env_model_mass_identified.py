"""Identify body masses of the inverted pendulum: match simulated to recorded trajectories."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn


class PhysicalParameters(nn.Module):
    def __init__(self, guess):
        super().__init__()
        self.log_mass = nn.Parameter(torch.log(torch.tensor(guess)))

    @property
    def mass(self):
        return self.log_mass.exp()


class Simulator:
    def __init__(self, name):
        self.env = gym.make(name)
        self.model = self.env.unwrapped.model

    def rollout(self, actions, mass=None):
        obs, _ = self.env.reset(seed=3)
        if mass is not None:
            self.model.body_mass[2] = mass.item()
        states = []
        for a in actions:
            obs, _, terminated, _, _ = self.env.step(a)  # expect: env-step-boundary
            states.append(torch.from_numpy(obs).float())
            if terminated:
                break
        return torch.stack(states)


torch.manual_seed(0)
rng = np.random.default_rng(0)
actions = rng.uniform(-0.3, 0.3, size=(12, 1)).astype(np.float32)
sim = Simulator("InvertedPendulum-v5")
recorded = sim.rollout(actions)
params = PhysicalParameters([3.0])
optimizer = torch.optim.Adam(params.parameters(), lr=0.05)
for it in range(4):
    predicted = sim.rollout(actions, params.mass)
    n = min(len(predicted), len(recorded))
    loss = nn.functional.mse_loss(predicted[:n], recorded[:n])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(it, loss.item(), params.mass.detach().numpy())
