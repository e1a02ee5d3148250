"""Predict torque and slip of a wheel from one shared encoder; each head has its own optimizer."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 16), nn.Tanh())
torque_head, slip_head = nn.Linear(16, 2), nn.Linear(16, 1)
torque_optimizer = torch.optim.Adam([*encoder.parameters(), *torque_head.parameters()], lr=1e-3)
slip_optimizer = torch.optim.Adam(slip_head.parameters(), lr=1e-3)

for batch in range(4):
    readings = torch.randn(64, 6)
    torque, slip = readings[:, :2] * readings[:, 2:3], readings[:, 3:].square().mean(dim=1, keepdim=True)
    features = encoder(readings)
    torque_loss = F.mse_loss(torque_head(features), torque)
    slip_loss = F.mse_loss(slip_head(features), slip)

    torque_optimizer.zero_grad()
    slip_optimizer.zero_grad()
    torque_loss.backward()
    slip_loss.backward()  # raises: RuntimeError: Trying to backward through the graph  # expect: backward-twice
    torque_optimizer.step()
    slip_optimizer.step()
    print(f"batch {batch}: torque {torque_loss.item():.4f}, slip {slip_loss.item():.4f}")
