"""A contact force with a hand-written derivative, inside a differentiable gripper model."""
import torch
from torch import nn


class ContactForce(torch.autograd.Function):
    """Spring force of a fingertip that presses into an object by `depth`."""

    @staticmethod
    def forward(ctx, depth, stiffness):
        ctx.save_for_backward(depth)
        ctx.stiffness = stiffness
        return stiffness * depth.clamp(min=0.0)

    @staticmethod
    def backward(ctx, grad):
        (depth,) = ctx.saved_tensors
        inside = (depth > 0).to(grad.dtype)
        return grad * inside * ctx.stiffness, None


torch.manual_seed(0)
gripper = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1), nn.Softplus())
optimizer = torch.optim.Adam(gripper.parameters(), lr=1e-2)

for iteration in range(5):
    grasp = torch.rand(32, 2)
    force = ContactForce.apply(gripper(grasp), 10.0)
    loss = (force - 3.0).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}")

for name, parameter in gripper.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
