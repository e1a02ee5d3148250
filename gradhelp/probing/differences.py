"""Directional derivatives by central differences at several step sizes, and how far each can be trusted."""

from __future__ import annotations

from typing import Callable

import torch

STEP_SIZES = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
"""In units of half the range of an action."""
ROUGH = 0.5
AGREES = 0.02
MOVED = 1e-6
UNSURE = 0.5

Evaluate = Callable[[torch.Tensor], torch.Tensor]


class Differences:
    """`slope` is the best estimate for each output, `doubt` how wrong it may be; `at` the estimates by step size."""

    def __init__(self, evaluate: Evaluate, point: torch.Tensor, direction: torch.Tensor, noise: torch.Tensor) -> None:
        self.at: dict[float, torch.Tensor] = {}
        for step in STEP_SIZES:
            plus, minus = evaluate(point + step * direction), evaluate(point - step * direction)
            if plus.shape == minus.shape == noise.shape:
                self.at[step] = (plus - minus) / (2 * step)
        self.slope, self.doubt, self.best = self._plateau(noise)

    def _plateau(self, noise: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, float]:
        """The pair of neighbouring step sizes that agree best, for all outputs together; the finer of the two."""
        sizes = list(self.at)
        best, found = float("inf"), (noise * 0, noise * 0 + float("inf"), 0.0)
        for fine, coarse in zip(sizes, sizes[1:]):  # noqa: RUF007 - Python 3.9 has no pairwise
            doubt = (self.at[fine] - self.at[coarse]).abs() + noise / fine
            if float(doubt.norm()) < best:
                best, found = float(doubt.norm()), (self.at[fine], doubt, fine)
        return found

    @property
    def table(self) -> list[dict[str, float]]:
        """By step size: how far the estimate is from the best one, relative to its norm."""
        norm = float(self.slope.norm()) or 1.0
        return [{"step": step, "off": float((slope - self.slope).norm()) / norm} for step, slope in self.at.items()]

    @property
    def usable(self) -> bool:
        """Whether differences tell anything: some output moves by more than the doubt about it."""
        return bool((self.moves()).any())

    @property
    def rough(self) -> bool:
        """Whether the slope over a hundredth of an action's range is another one than at the point itself."""
        coarse = self.at.get(1e-2)
        if coarse is None or not self.usable or self.best >= 1e-2:
            return False
        return float((coarse - self.slope).norm()) > ROUGH * float(self.slope.norm())

    def moves(self) -> torch.Tensor:
        """For each output, whether it depends on the actions beyond doubt."""
        return self.slope.abs() > torch.maximum(5 * self.doubt, MOVED * self.slope.abs().max())

    def judge(self, gradient: torch.Tensor) -> list[str]:
        """For each output: `agrees`, `cut` (no gradient where there is a slope), `wrong`, `none` (no influence), or
        `unknown` (differences are too noisy to tell)."""
        floor = MOVED * max(float(self.slope.abs().max()), float(gradient.abs().max()))
        return [
            _verdict(float(a), float(d), float(e), bool(m), floor)
            for a, d, e, m in zip(gradient, self.slope, self.doubt, self.moves())
        ]


def _verdict(gradient: float, slope: float, doubt: float, moves: bool, floor: float) -> str:
    if abs(gradient - slope) <= AGREES * abs(slope) + 5 * doubt + floor:
        largest = max(abs(gradient), abs(slope))
        if largest > floor and 5 * doubt > UNSURE * largest:
            return "unknown"
        return "agrees" if moves or abs(gradient) > floor else "none"
    if abs(gradient) <= max(1e-3 * abs(slope), floor):
        return "cut"
    return "wrong"


def direction_of(actions: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """A direction in which every entry changes, always the same, of the scale of the actions."""
    noise = torch.randn(actions.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(11))
    direction: torch.Tensor = noise / noise.norm() * scale
    return direction


def slopes_of_graph(outputs: torch.Tensor, actions: torch.Tensor, direction: torch.Tensor) -> torch.Tensor:
    """What autograd says: the derivative of each output along `direction`. Zero where no graph leads back."""
    found = torch.zeros(outputs.shape, dtype=torch.float64)
    if not outputs.requires_grad:
        return found
    for number in range(outputs.numel()):
        (gradient,) = torch.autograd.grad(outputs[number], actions, retain_graph=True, allow_unused=True)
        if gradient is not None:
            found[number] = (gradient * direction).sum().detach()
    return found
