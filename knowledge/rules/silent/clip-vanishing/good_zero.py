"""Behaviour cloning with settings from the command line, where 0 is to mean: no clipping."""
import argparse

import torch
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--lr", type=float, default=1e-2)
parser.add_argument("--clip", type=float, default=0.0)
args = parser.parse_args([])

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=args.lr)
states, commands = torch.randn(64, 8), torch.randn(64, 2)

for epoch in range(args.epochs):
    loss = F.mse_loss(policy(states), commands)
    optimizer.zero_grad()
    loss.backward()
    if args.clip > 0:
        nn.utils.clip_grad_norm_(policy.parameters(), args.clip)
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
