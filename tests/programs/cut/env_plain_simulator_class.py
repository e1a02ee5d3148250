"""Drone hover: a home-made numpy simulator that is not a gym environment."""
import numpy as np
import torch
from torch import nn


class DroneSim:
    G, DT = 9.81, 0.02

    def __init__(self, mass=0.5):
        self.mass = mass
        self.reset()

    def reset(self):
        self.z, self.vz = 0.0, 0.0
        return np.array([self.z, self.vz], dtype=np.float32)

    def step(self, thrust):
        acc = float(thrust) / self.mass - self.G
        self.vz += self.DT * acc
        self.z += self.DT * self.vz
        crashed = self.z < -5
        return np.array([self.z, self.vz], dtype=np.float32), crashed


torch.manual_seed(0)
sim = DroneSim()
net = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1), nn.Softplus())
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
target = torch.tensor([1.0, 0.0])
for epoch in range(3):
    state, loss = torch.from_numpy(sim.reset()), 0.0
    for t in range(15):
        thrust = net(state)
        obs, crashed = sim.step(thrust.detach().numpy()[0])  # expect: env-step-boundary
        state = torch.from_numpy(obs)
        loss = loss + ((state - target) ** 2).sum()
        if crashed:
            break
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(epoch, loss.item())
