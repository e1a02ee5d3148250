"""A servo that moves in whole steps: the commanded angle is rounded to its resolution."""
import torch
from torch import nn

torch.manual_seed(0)
controller = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(controller.parameters(), lr=1e-2)
resolution = 0.05

for iteration in range(20):
    wanted = 2.0 * torch.rand(32, 1) - 1.0
    command = controller(wanted)
    error = resolution * torch.round(command / resolution) - command
    angle = command + error.detach()
    loss = (angle - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if iteration % 5 == 0:
        print(f"iteration {iteration}: loss {loss.item():.4f}, angle {round(angle[0].item(), 2)}")

for name, parameter in controller.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
