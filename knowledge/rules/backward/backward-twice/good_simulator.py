"""Steer a boat through a differentiable simulation, eight steps a window; the boat goes on where it was."""
import torch
from torch import nn


class Boat:
    """Position and speed on a river whose current pushes to the right."""

    def __init__(self):
        self.position, self.speed = torch.zeros(1, 2), torch.zeros(1, 2)

    def observe(self, buoy):
        return torch.cat([buoy - self.position, self.speed], dim=1)

    def step(self, thrust):
        drift = torch.tensor([[0.05, 0.0]])
        self.speed = 0.9 * self.speed + 0.1 * torch.tanh(thrust)
        self.position = self.position + self.speed + drift


torch.manual_seed(0)
boat, buoy = Boat(), torch.tensor([[1.0, 1.0]])
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
track = []

for window in range(5):
    boat.position, boat.speed = boat.position.detach(), boat.speed.detach()
    loss = torch.zeros(())
    for _ in range(8):
        boat.step(policy(boat.observe(buoy)))
        loss = loss + (boat.position - buoy).square().sum()
        track.append(boat.position.detach().tolist())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"window {window}: cost {loss.item():.4f}, now at {track[-1]}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
