"""Which operations pass a gradient on: each is applied to [3, 1, 2], and its sum is differentiated."""

import torch

OPERATIONS = {
    "x[0]": lambda x: x[0],
    "x[x > 1.5]": lambda x: x[x > 1.5],
    "where(x > 1.5, x, 2 * x)": lambda x: torch.where(x > 1.5, x, 2 * x),
    "x.max()": lambda x: x.max(),
    "x.sort().values * [1, 10, 100]": lambda x: x.sort().values * torch.tensor([1.0, 10.0, 100.0]),
    "x.clamp(1.5, 2.5)": lambda x: x.clamp(1.5, 2.5),
    "x.round()": lambda x: x.round(),
    "x.sign()": lambda x: x.sign(),
    "x.argmax()": lambda x: x.argmax(),
    "x.sort().indices": lambda x: x.sort().indices,
    "x > 1.5": lambda x: x > 1.5,
    "x.long()": lambda x: x.long(),
}


def shown(x: torch.Tensor, result: torch.Tensor) -> str:
    if not result.requires_grad:
        return "no grad_fn"
    result.sum().backward()
    return " ".join(f"{value:g}" for value in x.grad)


print(f"{'operation':34}gradient of [3, 1, 2]")
for name, operation in OPERATIONS.items():
    x = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
    print(f"{name:34}{shown(x, operation(x))}")

x = torch.tensor([0.0, 4.0], requires_grad=True)
print(f"{'where(x > 0, sqrt(x), 0), x=[0,4]':34}{shown(x, torch.where(x > 0, x.sqrt(), torch.zeros(2)))}")
x = torch.tensor([0.0, 4.0], requires_grad=True)
safe = torch.where(x > 0, x, torch.ones(2))
print(f"{'the same with a safe input':34}{shown(x, torch.where(x > 0, safe.sqrt(), torch.zeros(2)))}")
