"""MAML on sinusoid-like point-mass tasks. The inner step is written with .data."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(24, 1) * 0.5)
        self.b1 = nn.Parameter(torch.zeros(24))
        self.w2 = nn.Parameter(torch.randn(1, 24) * 0.2)

    def forward(self, x, params=None):
        w1, b1, w2 = params if params is not None else self.parameters()
        return F.linear(torch.tanh(F.linear(x, w1, b1)), w2)


def sample_task(gen):
    amp, phase = torch.rand(2, generator=gen)
    x = torch.rand(20, 1, generator=gen) * 4 - 2
    y = amp * torch.sin(x + phase)
    return (x[:10], y[:10]), (x[10:], y[10:])


def adapt(model, support, lr=0.05, steps=2):
    params = list(model.parameters())
    for _ in range(steps):
        loss = F.mse_loss(model(support[0], params), support[1])
        grads = torch.autograd.grad(loss, params)
        params = [(p - lr * g).detach().requires_grad_() for p, g in zip(params, grads)]  # expect: detach-call
    return params


gen = torch.Generator().manual_seed(0)
torch.manual_seed(0)
model = Regressor()
meta_opt = torch.optim.Adam(model.parameters(), lr=1e-3)
best = copy.deepcopy(model.state_dict())
for it in range(3):
    losses = []
    for _ in range(4):
        support, query = sample_task(gen)
        losses.append(F.mse_loss(model(query[0], adapt(model, support)), query[1]))
    meta_loss = torch.stack(losses).mean()
    meta_opt.zero_grad()
    meta_loss.backward()
    meta_opt.step()
    print(it, meta_loss.item(), [p.grad is None for p in model.parameters()])
