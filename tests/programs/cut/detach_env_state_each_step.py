"""Analytic policy gradients in a batched torch cartpole."""
import torch
import torch.nn as nn


class TorchCartPole:
    def __init__(self, batch):
        self.batch = batch

    def reset(self):
        self.state = 0.05 * torch.randn(self.batch, 4)
        return self.state

    @property
    def pole_angle(self):
        return self.state[:, 2]

    def step(self, force):
        x, dx, th, dth = self.state.unbind(-1)
        sin, cos = th.sin(), th.cos()
        tmp = (10 * force + 0.05 * dth**2 * sin) / 1.1
        ddth = (9.8 * sin - cos * tmp) / (0.5 * (4 / 3 - 0.1 * cos**2 / 1.1))
        ddx = tmp - 0.05 * ddth * cos / 1.1
        new = torch.stack([x + 0.02 * dx, dx + 0.02 * ddx, th + 0.02 * dth, dth + 0.02 * ddth], -1)
        self.state = new.detach()  # expect: detach-call
        alive = (self.pole_angle.abs() < 0.3).float()
        reward = 1.0 - self.pole_angle**2 - 0.1 * self.state[:, 0] ** 2
        return self.state, reward, alive


class GaussianHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.ELU())
        self.mean = nn.Linear(32, 1)

    def forward(self, obs):
        return self.mean(self.body(obs)).squeeze(-1).tanh()


torch.manual_seed(0)
env, pi = TorchCartPole(16), GaussianHead()
opt = torch.optim.Adam(pi.parameters(), lr=3e-3)
for epoch in range(3):
    obs, total = env.reset(), 0.0
    for t in range(10):
        obs, reward, alive = env.step(pi(obs))
        total = total + (reward * alive).mean()
    loss = -total
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        print(epoch, loss.item(), env.pole_angle.abs().mean().item())
