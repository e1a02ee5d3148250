# healthy
"""Evaluation of a value function on fresh starts."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn

torch.manual_seed(19)


class Runner:
    def __init__(self):
        self.env = gym.make("Pendulum-v1")
        self.value = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
        self.opt = torch.optim.Adam(self.value.parameters(), lr=1e-3)

    def starts(self, n):
        rows = []
        for i in range(n):
            rows.append(np.asarray(self.env.reset(seed=i)[0], dtype=np.float32))
        return torch.from_numpy(np.stack(rows))

    def fit(self):
        x = self.starts(16)
        loss = (self.value(x).squeeze(-1) + x[:, 2].square()).square().mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


print([Runner().fit() for _ in range(2)])
