"""What .detach(), .detach_(), .data and an unused detach do to a value and to the gradient behind it."""

import torch


def outcome(make):
    """The gradient that a weight receives from `make(y)`, where y = 2 * weight; and whether y itself still leads back."""
    weight = torch.tensor([3.0], requires_grad=True)
    y = weight * 2
    used = make(y)
    leads = y.grad_fn is not None
    loss = (used * weight).sum()
    loss.backward()
    return float(weight.grad), leads


def unused(y):
    y.detach()
    return y


print("loss = used * w, used = f(2 * w), w = 3: the whole gradient is 4 * w = 12")
print(f"{'f':<34}{'gradient of w':>14}{'y leads back':>14}")
for name, make in {
    "y": lambda y: y,
    "y.detach()": lambda y: y.detach(),
    "y.data": lambda y: y.data,
    "y.detach_(): in place": lambda y: y.detach_(),
    "y.detach() called, y used": unused,
    "y.detach().requires_grad_()": lambda y: y.detach().requires_grad_(),
}.items():
    grad, leads = outcome(make)
    print(f"{name:<34}{grad:>14.1f}{leads!s:>14}")
