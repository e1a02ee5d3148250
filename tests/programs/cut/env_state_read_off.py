"""Swing-up: after each step the true state is read off the unwrapped environment and penalised."""
import gymnasium as gym
import torch
from torch import nn


class Plant:
    def __init__(self, name="Pendulum-v1"):
        self._env = gym.make(name)
        self._env.reset(seed=3)

    @property
    def state(self):
        return torch.as_tensor(self._env.unwrapped.state, dtype=torch.float32)

    def drive(self, u):
        self._env.step(u.detach().numpy())  # expect: env-step-boundary
        return self.state


class Regulator(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Linear(2, 1)

    def forward(self, s):
        return 2 * torch.tanh(self.gain(s))


def learned_step(model, s, u):
    return s + model(torch.cat([s, u]))


torch.manual_seed(1)
plant, ctrl = Plant(), Regulator()
model = nn.Linear(3, 2)
opt = torch.optim.SGD(ctrl.parameters(), lr=0.05)
weights = torch.tensor([1.0, 0.1])
for episode in range(3):
    s, cost = plant.state, 0.0
    for _ in range(8):
        u = ctrl(s)
        s = plant.drive(u)
        cost = cost + (weights * s.square()).sum()
    opt.zero_grad()
    cost.backward()
    opt.step()
    print(episode, float(cost))
