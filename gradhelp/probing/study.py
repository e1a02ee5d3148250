"""Autograd against differences at one point: what each output's derivative is by both ways."""

from __future__ import annotations

from typing import Any

import torch

from .differences import Differences, direction_of, slopes_of_graph
from .player import Player
from .wire import error_text

STEPS = 3
"""How many steps the outputs are judged over: enough for an action to reach the state, and the state the reward."""


class Study:
    """Autograd and differences at one point, over a few steps."""

    def __init__(self, player: Player, live: bool) -> None:
        self.player = player
        base = player.base(STEPS)
        outcome = player.play(base)
        self.steps = outcome.done_at or STEPS
        self.actions = base[: self.steps]
        self.direction = direction_of(self.actions, player.scale())
        self.labels = outcome.labels
        values = outcome.vector.detach()
        again = player.play(self.actions).vector.detach()
        gap = (again - values).abs() if again.shape == values.shape else torch.zeros_like(values)
        noise = outcome.coarse * values.abs().clamp(min=1e-3) + gap
        self.noise_level = float(noise.max()) if noise.numel() else 0.0
        self.error: Any = None
        self.gradient = torch.zeros_like(values)
        if live:
            self.gradient = self._by_graph(values)
        self.differences = Differences(self._evaluate, self.actions, self.direction, noise)

    def _evaluate(self, actions: torch.Tensor) -> torch.Tensor:
        return self.player.play(actions).vector.detach()

    def _by_graph(self, values: torch.Tensor) -> torch.Tensor:
        leaf = self.actions.clone().requires_grad_()
        try:
            return slopes_of_graph(self.player.play(leaf, as_torch=True).vector, leaf, self.direction)
        except Exception as error:
            self.error = error_text(error)
            return torch.zeros_like(values)

    def terms(self) -> list[dict[str, Any]]:
        """One entry an output name: the worst verdict over the steps, and the numbers it rests on."""
        order = ("none", "unknown", "agrees", "cut", "wrong")
        found: dict[str, dict[str, Any]] = {}
        for at, verdict in enumerate(self.differences.judge(self.gradient)):
            label = self.labels[at]
            if label not in found or order.index(verdict) > order.index(found[label]["verdict"]):
                found[label] = {
                    "name": label, "verdict": verdict, "autograd": float(self.gradient[at]),
                    "differences": float(self.differences.slope[at]), "doubt": float(self.differences.doubt[at]),
                }  # fmt: skip
        return list(found.values())
