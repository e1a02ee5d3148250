# healthy
"""Tune a linear feedback gain on CartPole: read the physical state and differentiate a quadratic cost."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
Q = torch.diag(torch.tensor([1.0, 0.1, 10.0, 0.1]))


class Gain(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = nn.Parameter(torch.tensor([0.1, 0.2, 2.0, 0.5]))

    def forward(self, x):
        return x @ self.k


class Plant:
    def __init__(self, seed):
        self.env = gym.make("CartPole-v1")
        self.env.reset(seed=seed)

    @property
    def state(self):
        return torch.tensor(np.array(self.env.unwrapped.state), dtype=torch.float32)

    def drive(self, u):
        _, _, terminated, truncated, _ = self.env.step(int(u > 0))
        return self.state, terminated or truncated


def lqr_cost(x, u):
    return x @ Q @ x + 0.001 * u.detach() ** 2


controller = Gain()
opt = torch.optim.Adam(controller.parameters(), lr=0.05)
baseline = None
for episode in range(4):
    plant = Plant(seed=episode)
    x, costs, done = plant.state, [], False
    scores = []
    while not done and len(costs) < 30:
        u = controller(x)
        d = torch.distributions.Normal(u, 0.5)
        u = d.sample()
        scores.append(d.log_prob(u))
        x, done = plant.drive(u)
        costs.append(lqr_cost(x, u))
    total = torch.stack(costs).detach()
    loss = (torch.stack(scores) * (total - total.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(episode, loss.item(), controller.k.tolist())
