"""Is a gradient right, and is it worth following? Beside the slopes that are really there, near by and further off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

Verdict = Literal["smooth", "rough", "wrong"]
STEPS = (1e-6, 1e-4, 1e-2)
WRONG, ROUGH = 1e-2, 0.2
"""Relative difference from the slope that makes a gradient wrong (at the shortest step), or rough (at the longest)."""


@dataclass(frozen=True)
class GradientCheck:
    """The derivative along the gradient's own direction, and slopes measured along it."""

    gradient: float
    """The Euclidean norm of the gradient."""
    slopes: dict[float, float]
    """By length of the step to each side."""

    halved: float
    """The slope over half the shortest step: equal to that over the whole one, unless nothing can be measured."""

    def error(self, step: float) -> float:
        """Difference between gradient and slope, relative to the larger one."""
        return _relative(self.slopes[step], self.gradient)

    @property
    def verdict(self) -> Verdict:
        """`smooth`: right at every scale. `rough`: right close by at best, as with contacts that begin, or chaos: a step
        of the optimizer does not do what the gradient says. `wrong`: there is a slope, and it is another one."""
        shortest = min(self.slopes)
        if self.error(shortest) > WRONG and _relative(self.slopes[shortest], self.halved) <= WRONG:
            return "wrong"
        return "rough" if max(self.error(shortest), self.error(max(self.slopes))) > ROUGH else "smooth"

    def __str__(self) -> str:
        rows = [f"  over ±{step:.0e}: {slope:.6g}" for step, slope in sorted(self.slopes.items())]
        return "\n".join([f"{self.verdict}: gradient {self.gradient:.6g}, slope", *rows])


def check_gradient(loss: Callable[[Tensor], Tensor], point: Tensor, steps: Sequence[float] = STEPS) -> GradientCheck:
    """Differentiates the scalar `loss(point)` and measures its slope in the direction of the gradient.

    Compute in double (`DifferentiableEnv(dtype=torch.float64)`): in single precision a step of 1e-6 is lost in rounding.
    Where the gradient is zero, the slope is measured in the direction (1, 1, …).
    """
    variable = point.detach().clone().requires_grad_()
    (gradient,) = torch.autograd.grad(loss(variable), variable)
    norm = float(gradient.norm())
    direction = gradient / norm if norm > 0 else torch.ones_like(gradient) / gradient.numel() ** 0.5
    with torch.no_grad():

        def slope(step: float) -> float:
            plus, minus = (float(loss(point.detach() + side * step * direction)) for side in (1, -1))
            return (plus - minus) / (2 * step)

        return GradientCheck(norm, {step: slope(step) for step in steps}, slope(min(steps) / 2))


def _relative(one: float, other: float) -> float:
    return abs(one - other) / max(abs(one), abs(other), 1e-300)
