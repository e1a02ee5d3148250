"""Trains well for 400 steps; then a second loop trains a leaf made of the policy's numbers, and torch says nothing."""

import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

for step in range(400):
    obs = torch.randn(16, 4)
    loss = ((policy(obs) - obs[:, :2]) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for step in range(30):
    obs = torch.randn(16, 4)
    action = torch.tensor(policy(obs).tolist(), requires_grad=True)
    loss = (action**2).sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
