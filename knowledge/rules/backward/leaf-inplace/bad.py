"""Identify the mass matrix of a two-link arm by gradient descent that is written out by hand."""
import torch

torch.manual_seed(0)
acceleration = torch.randn(100, 2)
true_mass = torch.tensor([[2.0, 0.4], [0.4, 1.0]])
torque = acceleration @ true_mass + 0.01 * torch.randn(100, 2)

mass = torch.eye(2, requires_grad=True)
friction = torch.zeros(2, requires_grad=True)
rate = 0.1

for step in range(5):
    mass.grad = friction.grad = None
    predicted = acceleration @ mass
    predicted += friction
    loss = (predicted - torque).square().mean()
    loss.backward()
    mass -= rate * mass.grad  # raises: RuntimeError: a leaf Variable that requires grad  # expect: leaf-inplace
    friction -= rate * friction.grad
    print(f"step {step}: loss {loss.item():.4f}, mass {mass.detach().flatten().tolist()}")
