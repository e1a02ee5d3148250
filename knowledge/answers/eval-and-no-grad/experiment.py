"""eval(), no_grad, inference_mode and requires_grad_(False): which of them stops a gradient, and to what?"""

import contextlib

import torch


def outcome(mode, eval_mode=False, freeze=False):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Dropout(0.5), torch.nn.Linear(4, 1))
    net.train(not eval_mode).requires_grad_(not freeze)
    x = torch.randn(8, 3, requires_grad=True)
    with mode():
        loss = net(x * 1).sum()
    parameter = f"{net[0].weight.requires_grad!s}"
    try:
        loss.backward()
        reached = [
            name for name, grad in (("weights", net[0].weight.grad), ("input", x.grad)) if grad is not None
        ]
    except RuntimeError:
        return parameter, "backward() raises"
    return parameter, " and ".join(reached)


print(f"{'forward pass under':<28}{'weight.requires_grad':<22}{'gradient reaches'}")
for name, options in {
    "train()": {"mode": contextlib.nullcontext},
    "eval()": {"mode": contextlib.nullcontext, "eval_mode": True},
    "torch.no_grad()": {"mode": torch.no_grad},
    "torch.inference_mode()": {"mode": torch.inference_mode},
    "requires_grad_(False)": {"mode": contextlib.nullcontext, "freeze": True},
}.items():
    print("{:<28}{:<22}{}".format(name, *outcome(**options)))
with torch.no_grad():
    print(f"a result made under no_grad: requires_grad={(torch.ones(1, requires_grad=True) * 2).requires_grad}")
    print(f"a leaf made under no_grad with requires_grad=True: requires_grad={torch.ones(1, requires_grad=True).requires_grad}")
