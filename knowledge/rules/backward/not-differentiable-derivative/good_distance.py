"""Repel a swarm's robots with a learned potential; the force is the potential's slope, and is trained."""
import torch
from torch import nn

torch.manual_seed(0)
potential = nn.Sequential(nn.Linear(1, 32), nn.Softplus(), nn.Linear(32, 1, bias=False))
optimizer = torch.optim.Adam(potential.parameters(), lr=1e-2)
beacons = torch.tensor([[0.0, 0.0], [2.0, 1.0], [-1.0, 2.0]])

for epoch in range(4):
    robots = torch.randn(16, 2, requires_grad=True)
    distances = (robots.unsqueeze(1) - beacons).norm(dim=2)
    nearest = torch.cdist(robots.detach(), beacons).argmin(dim=1)
    energy = potential(distances.unsqueeze(2)).sum()
    (slope,) = torch.autograd.grad(energy, robots, create_graph=True)
    wanted = torch.nn.functional.normalize(robots.detach() - beacons[nearest], dim=1)
    loss = (-slope - wanted).square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in potential.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
