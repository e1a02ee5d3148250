"""What clip_grad_norm_ does to gradients that are large, NaN or infinite, and with unusual limits."""

import warnings

import torch

warnings.simplefilter("ignore")  # of the used-up iterator, which newer torch warns of


def clipped(grads, max_norm):
    weights = [torch.nn.Parameter(torch.zeros(1)) for _ in grads]
    for weight, grad in zip(weights, grads):
        weight.grad = torch.tensor([grad])
    norm = torch.nn.utils.clip_grad_norm_(weights, max_norm)
    return float(norm), [float(weight.grad) for weight in weights]


print(f"{'gradients':<20}{'max_norm':>9}{'returned norm':>15}   afterwards")
for grads, max_norm in (
    ([3.0, 4.0], 1.0),
    ([3.0, 4.0], 10.0),
    ([3.0, 4.0], 0.0),
    ([3.0, 4.0], -1.0),
    ([float("nan"), 4.0], 1.0),
    ([float("inf"), 4.0], 1.0),
    ([1e20, 1e20], 1.0),
):
    norm, after = clipped(grads, max_norm)
    print(f"{grads!s:<20}{max_norm:>9}{norm:>15.4g}   {', '.join(f'{each:.4g}' for each in after)}")

weight = torch.nn.Parameter(torch.zeros(1))
weight.grad = torch.tensor([5.0])
parameters = iter([weight])
torch.optim.SGD(parameters, lr=0.1)
norm = torch.nn.utils.clip_grad_norm_(parameters, 1.0)
print(f"{'[5.0], iterator used up':<23}{1.0:>6}{float(norm):>15.4g}   {float(weight.grad):.4g}")
