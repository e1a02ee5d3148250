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
    states = torch.zeros(STEPS, 2)
    states[0] = torch.tensor([1.0, 0.0])
    for t in range(STEPS - 1):
        position, speed = states[t][0], states[t][1]
        force = -position - damping(states[t])[0] * speed
        states[t + 1] = torch.stack([position + DT * speed, speed + DT * force])  # expect: inplace-modified
    return states


for epoch in range(4):
    swing = roll_out()[:, 0]
    loss = (swing - recorded).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: one of the variables needed for gradient computation
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, ends at {swing[-1].item():.3f}")
