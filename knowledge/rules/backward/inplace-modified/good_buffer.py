"""Fit the damping network of a spring by rolling it out and comparing with a recorded swing."""
import torch
from torch import nn

STEPS, DT = 30, 0.1

torch.manual_seed(0)
damping = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(damping.parameters(), lr=3e-3)
time = DT * torch.arange(STEPS)
recorded = torch.exp(-0.3 * time) * torch.cos(time)


def roll_out():
    states = [torch.tensor([1.0, 0.0])]
    for t in range(STEPS - 1):
        position, speed = states[t][0], states[t][1]
        force = -position - damping(states[t])[0] * speed
        states.append(torch.stack([position + DT * speed, speed + DT * force]))
    return torch.stack(states)


for epoch in range(4):
    swing = roll_out()[:, 0]
    loss = (swing - recorded).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, ends at {swing[-1].item():.3f}")

for name, parameter in damping.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
