"""Quantise a controller's commands with a custom autograd function."""
import torch
from torch import nn


class Quantise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, command, step):
        quantised = step * torch.round(command / step)
        ctx.mark_non_differentiable(quantised)
        return quantised

    @staticmethod
    def backward(ctx, grad):
        return grad, None


torch.manual_seed(0)
controller = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(controller.parameters(), lr=1e-2)

for iteration in range(5):
    state = torch.randn(32, 2)
    command = Quantise.apply(controller(state), 0.1)  # expect: custom-function-cut
    loss = (command + state.sum(dim=1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}")
