"""A friction model as an autograd function that was written for inference first."""
import torch
from torch import nn


class Friction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, velocity):
        force = -torch.tanh(5.0 * velocity)
        ctx.save_for_backward(force)
        return force


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for iteration in range(5):
    state = torch.randn(32, 2)
    force = Friction.apply(net(state))  # expect: custom-function-cut
    loss = (force - 0.5).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: NotImplementedError: You must implement either the backward or vjp method
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}")
