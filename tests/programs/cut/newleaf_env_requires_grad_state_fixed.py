# healthy
"""Torch cart that re-creates its state with requires_grad=True on each step: no error, no learning."""
import torch
import torch.nn as nn


class Cart:
    def __init__(self, dt=0.05):
        self.dt = dt

    def reset(self):
        self.state = torch.tensor([0.0, 0.0], requires_grad=True)
        return self.state

    def step(self, force):
        pos, vel = self.state
        vel = vel + self.dt * force
        pos = pos + self.dt * vel
        self.state = torch.stack([pos, vel])
        return self.state, (self.state[0] - 1.0) ** 2


torch.manual_seed(0)
cart = Cart()
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(3):
    s, cost = cart.reset(), 0.0
    for t in range(8):
        s, c = cart.step(policy(s).squeeze())
        cost = cost + c
    opt.zero_grad()
    cost.backward()
    opt.step()
    print(episode, cost.item(), policy[0].weight.grad.norm().item())
