"""Do moving weights prove that there is a gradient? One step of each optimizer, without any information in it."""

import torch


def moved(make, grads):
    """How far the last of several steps moves a weight; `grads` are its gradients, one a step."""
    weight = torch.nn.Parameter(torch.ones(4))
    optimizer = make([weight])
    for grad in grads:
        weight.grad = None if grad is None else torch.full((4,), grad)
        before = weight.detach().clone()
        optimizer.step()
    return float((weight.detach() - before).norm())


ZERO, NONE, FADED = [0.0], [None], [1.0, 1.0, 0.0]
print(f"{'optimizer':<30}{'gradient':<22}{'moved by':>10}")
for name, make in {
    "SGD": lambda p: torch.optim.SGD(p, lr=0.1),
    "SGD(weight_decay=0.1)": lambda p: torch.optim.SGD(p, lr=0.1, weight_decay=0.1),
    "SGD(momentum=0.9)": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "Adam": lambda p: torch.optim.Adam(p, lr=0.1),
    "AdamW": lambda p: torch.optim.AdamW(p, lr=0.1),
}.items():
    for told, grads in (("None", NONE), ("zero", ZERO), ("zero after 2 steps", FADED)):
        print(f"{name:<30}{told:<22}{moved(make, grads):>10.5f}")
