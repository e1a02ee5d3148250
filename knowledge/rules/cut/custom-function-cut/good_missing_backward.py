"""A friction model as an autograd function that was written for inference first."""
import torch
from torch import nn


class Friction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, velocity):
        force = -torch.tanh(5.0 * velocity)
        ctx.save_for_backward(force)
        return force

    @staticmethod
    def backward(ctx, grad):
        (force,) = ctx.saved_tensors
        return grad * -5.0 * (1.0 - force.square())


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for iteration in range(5):
    state = torch.randn(32, 2)
    force = Friction.apply(net(state))
    loss = (force - 0.5).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
