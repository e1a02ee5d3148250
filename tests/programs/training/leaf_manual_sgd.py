"""Sim parameters identified with a hand-written gradient step."""
import torch

torch.manual_seed(93)
gains = torch.tensor([0.5, 0.1], requires_grad=True)


def cost(k):
    x, v, total = torch.tensor(1.0), torch.tensor(0.0), 0.0
    for _ in range(20):
        u = -k[0] * x - k[1] * v
        v = v + 0.05 * u
        x = x + 0.05 * v
        total = total + x * x
    return total


for it in range(10):
    loss = cost(gains)
    loss.backward()
    gains -= 0.01 * gains.grad  # expect: leaf-inplace  # raises: RuntimeError: a leaf Variable that requires grad
    gains.grad = None
print(gains)
