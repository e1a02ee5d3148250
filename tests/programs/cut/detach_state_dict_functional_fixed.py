# healthy
"""Reptile-free MAML with torch.func: the inner step differentiates a dictionary of weights."""
import torch
from torch import nn
from torch.func import functional_call

torch.manual_seed(0)


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 40), nn.Tanh(), nn.Linear(40, 1))

    def forward(self, x):
        return self.net(x)


def task():
    amp, phase = torch.rand(1) * 4 + 0.1, torch.rand(1) * 3
    def draw(n):
        x = torch.rand(n, 1) * 10 - 5
        return x, amp * torch.sin(x + phase)
    return draw


def outer_loss(model, draw):
    weights = dict(model.named_parameters())
    x, y = draw(10)
    x2, y2 = draw(10)
    pred = functional_call(model, weights, (x2,))
    return (pred - y2).pow(2).mean()


model = Regressor()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for it in range(3):
    loss = torch.stack([outer_loss(model, task()) for _ in range(4)]).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
