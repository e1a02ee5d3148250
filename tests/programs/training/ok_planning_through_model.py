# healthy
"""MPC: action sequences are optimized by gradient through a fixed dynamics network that was trained before."""
import torch
from torch import nn

torch.manual_seed(63)
model = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
fit = torch.optim.Adam(model.parameters(), lr=5e-3)
for it in range(40):
    s, a = torch.randn(64, 2), torch.rand(64, 1) * 2 - 1
    nxt = torch.stack([s[:, 0] + 0.1 * s[:, 1], s[:, 1] + 0.1 * a[:, 0]], -1)
    error = (s + model(torch.cat([s, a], -1)) - nxt).square().mean()
    fit.zero_grad()
    error.backward()
    fit.step()


def plan(state, horizon=5, iterations=10):
    actions = torch.zeros(horizon, 1, requires_grad=True)
    opt = torch.optim.SGD([actions], lr=0.3)
    for _ in range(iterations):
        x, cost = state, 0.0
        for a in actions:
            x = x + model(torch.cat([x, a.tanh()]))
            cost = cost + x.square().sum() + 0.01 * a.square().sum()
        opt.zero_grad()
        cost.backward()
        opt.step()
    return actions[0].tanh().detach()


state = torch.tensor([1.0, 0.0])
for t in range(4):
    u = plan(state)
    state = torch.stack([state[0] + 0.1 * state[1], state[1] + 0.1 * u[0]])
print(state)
