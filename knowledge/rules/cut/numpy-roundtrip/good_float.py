"""Park a car: the network steers a bicycle model that is written in torch."""
import torch
from torch import nn


def drive(state, steer, accel, dt=0.2, wheelbase=2.5):
    x, y, yaw, speed = state
    return torch.stack([
        x + dt * speed * torch.cos(yaw),
        y + dt * speed * torch.sin(yaw),
        yaw + dt * speed * torch.tan(steer) / wheelbase,
        speed + dt * accel,
    ])


def parking_error(state, slot=(4.0, 1.0)):
    x, y = state[0], state[1]
    return ((x - slot[0]) ** 2 + (y - slot[1]) ** 2).sqrt()


torch.manual_seed(0)
driver = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2), nn.Tanh())
optimizer = torch.optim.Adam(driver.parameters(), lr=5e-3)

for epoch in range(5):
    state = torch.tensor([0.0, 0.0, 0.0, 1.0])
    errors = []
    for _ in range(15):
        steer, accel = driver(state)
        state = drive(state, 0.5 * steer, accel)
        errors.append(parking_error(state))
    loss = sum(errors) / len(errors)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: {float(loss):.4f}, heading {state[2].item():.2f}")

for name, parameter in driver.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
