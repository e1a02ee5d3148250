# healthy
"""Quantised actuator written as an autograd.Function."""
import torch
import torch.nn as nn


class Quantise(torch.autograd.Function):
    """8-level DAC."""

    @staticmethod
    def forward(ctx, u, levels):
        out = torch.round(u * levels) / levels

        return out

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Actuator(nn.Module):
    def __init__(self, levels=8):
        super().__init__()
        self.levels = levels

    def forward(self, u):
        return Quantise.apply(u, self.levels)


class Plant(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("A", torch.tensor([[1.0, 0.1], [-0.1, 0.95]]))
        self.register_buffer("B", torch.tensor([0.0, 0.1]))

    def forward(self, x, u):
        return x @ self.A.T + u * self.B


torch.manual_seed(0)
plant, actuator = Plant(), Actuator()
controller = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 1), nn.Tanh())
opt = torch.optim.Adam(controller.parameters(), lr=1e-3)
for it in range(3):
    x, loss = torch.randn(16, 2), 0.0
    for t in range(8):
        x = plant(x, actuator(controller(x)))
        loss = loss + x.pow(2).sum(-1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
