# healthy
"""MAML with create_graph, functional_call and a first-order decoy."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 1))
meta = torch.optim.Adam(net.parameters(), lr=1e-3)


def task():
    a, b = torch.rand(2)
    x = torch.rand(20, 1) * 4 - 2
    y = a * torch.sin(x + b)
    return x[:10], y[:10], x[10:], y[10:]


def adapt(params, x, y, lr=0.05):
    for _ in range(2):
        loss = F.mse_loss(functional_call(net, params, (x,)), y)
        grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
        params = {k: p - lr * g for (k, p), g in zip(params.items(), grads)}
    return params


for it in range(3):
    total, before = 0.0, []
    for _ in range(3):
        xs, ys, xq, yq = task()
        with torch.no_grad():
            before.append(F.mse_loss(net(xq), yq).item())
        total = total + F.mse_loss(functional_call(net, adapt(dict(net.named_parameters()), xs, ys), (xq,)), yq)
    meta.zero_grad()
    (total / 3).backward()
    meta.step()
    print(it, total.item() / 3, sum(before) / 3)
