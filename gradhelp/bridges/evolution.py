"""Evolution strategies and SPSA: a gradient estimate for any loss, from rollouts alone, where `loss.backward()` stood.

Nothing has to be differentiable. The estimate is that of a smoothed loss: contacts and jumps narrower than `sigma` vanish in
it. It is noisy, and the noise grows with the number of parameters.

Sources: Salimans et al. 2017 (arXiv 1703.03864), antithetic pairs; Spall 1992, SPSA.
"""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn


@torch.no_grad()
def estimate_gradients(
    parameters: nn.Module | Iterable[Tensor],
    loss: Callable[[], Tensor | float],
    *,
    pairs: int = 8,
    sigma: float = 0.05,
    signs: bool = False,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Adds an estimate of the gradient of `loss()` to `.grad` of the parameters; returns the mean loss, a constant.

    `loss` is called `2 * pairs` times without autograd, with the parameters moved by `sigma` times a random direction and
    back: Gaussian directions (evolution strategies), or with `signs` entries of ±1 (SPSA, with `pairs=1`). Let it use
    the same seeds in every call; torch's random numbers (CPU) are the same at both ends of a pair. The directions come
    from `generator`, default torch's. Frozen parameters stay. Afterwards the parameters are what they were, to the bit.
    """
    given = parameters.parameters() if isinstance(parameters, nn.Module) else parameters
    moved = [parameter for parameter in given if parameter.requires_grad]
    if not moved or pairs < 1 or sigma <= 0:
        raise ValueError("expected parameters that require a gradient, pairs of 1 or more, and a positive sigma")
    origin = [parameter.clone() for parameter in moved]
    totals = [torch.zeros_like(parameter) for parameter in moved]
    losses = []
    try:
        for _ in range(pairs):
            directions = [_direction(parameter, signs, generator) for parameter in moved]
            ends = _ends(loss, moved, origin, [sigma * direction for direction in directions])
            for total, direction in zip(totals, directions, strict=True):
                total += direction * ((ends[0] - ends[1]) / (2 * sigma * pairs))
            losses += ends
    finally:
        for parameter, value in zip(moved, origin, strict=True):
            parameter.copy_(value)
    for parameter, total in zip(moved, totals, strict=True):
        parameter.grad = total if parameter.grad is None else parameter.grad + total
    return torch.tensor(losses).mean()


def _direction(parameter: Tensor, signs: bool, generator: torch.Generator | None) -> Tensor:
    noise = torch.randn(parameter.shape, generator=generator, dtype=parameter.dtype).to(parameter.device)
    return torch.where(noise < 0, -1.0, 1.0).to(noise) if signs else noise


def _ends(
    loss: Callable[[], Tensor | float], moved: list[Tensor], origin: list[Tensor], offsets: list[Tensor]
) -> list[float]:
    """The loss at origin + offsets and at origin - offsets, both from the same state of torch's random numbers."""
    before = torch.get_rng_state()
    ends = []
    for side in (1, -1):
        torch.set_rng_state(before)
        for parameter, value, offset in zip(moved, origin, offsets, strict=True):
            parameter.copy_(value + side * offset)
        ends.append(float(loss()))
    return ends
