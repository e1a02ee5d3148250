# healthy
"""Differentiable pendulum swing-up, dynamics written by hand."""
import math

import torch
from torch import nn

G, L, M, DT = 9.81, 1.0, 1.0, 0.05


class Pendulum:
    def __init__(self, theta=math.pi, omega=0.0):
        self.theta0, self.omega0 = theta, omega

    def reset(self):
        self.theta = torch.tensor(self.theta0)
        self.omega = torch.tensor(self.omega0)
        return self.features()

    def features(self):
        return torch.stack([torch.sin(self.theta.detach()), torch.cos(self.theta.detach()), self.omega.detach()])

    def step(self, torque):
        gravity = 3 * G / (2 * L) * torch.sin(self.theta)
        self.omega = self.omega + DT * (gravity + 3.0 / (M * L**2) * torque.squeeze())
        self.theta = self.theta + DT * self.omega
        return self.features(), self.cost()

    def cost(self):
        upright = torch.cos(self.theta)
        return 1.0 - upright


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
env = Pendulum()
for episode in range(3):
    obs, costs = env.reset(), []
    for t in range(15):
        obs, c = env.step(2.0 * torch.tanh(net(obs)))
        costs.append(c)
    loss = torch.stack(costs).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(episode, loss.item())
