"""Lagrangian penalty; the loss is cloned, detached and made a leaf."""
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 2))
log_lambda = nn.Parameter(torch.zeros(()))
opt = torch.optim.Adam([*net.parameters(), log_lambda], lr=1e-3)


def constraint(u):
    violated = (u.abs() > 1.0).float()
    return violated.mean()


for it in range(3):
    x = torch.randn(64, 3)
    u = net(x)
    tracking = (u - x[:, :2]).pow(2).mean().detach()  # also: detach-call
    penalty = log_lambda.exp().item() * constraint(u)
    loss = (tracking + penalty).clone().detach().requires_grad_(True)  # expect: grad-bandaid
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
