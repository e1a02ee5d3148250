"""A regression through a quantised sensor: the rounding passes the gradient straight through."""
import torch
from torch import nn


class Quantise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, step):
        return torch.round(x / step) * step

    @staticmethod
    def backward(ctx, grad):
        return grad  # expect: invalid-gradient


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
readings = torch.randn(80, 3)
target = torch.round(readings[:, :2].sin() / 0.1) * 0.1

for epoch in range(4):
    measured = Quantise.apply(net(readings), 0.1)
    loss = (measured - target).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: function QuantiseBackward returned an incorrect number of gradients
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
