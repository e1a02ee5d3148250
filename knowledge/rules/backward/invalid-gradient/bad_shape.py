"""A linear layer with a hand-written derivative, as the first layer of a network that imitates an arm."""
import torch
from torch import nn


class Affine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        to_weight = x.T @ grad
        return grad @ weight, to_weight, grad.sum(dim=0)  # expect: invalid-gradient


class Layer(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(0.3 * torch.randn(outputs, inputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return Affine.apply(x, self.weight, self.bias)


torch.manual_seed(0)
net = nn.Sequential(Layer(6, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
readings = torch.randn(40, 6)
for epoch in range(4):
    loss = (net(readings) - readings[:, :2].tanh()).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: Function AffineBackward returned an invalid gradient at index 1
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
