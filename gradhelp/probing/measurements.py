"""The parts of a probe, in order. Each is sent as soon as it is known; a part that fails is named and left out."""

from __future__ import annotations

import time
from typing import Any, Callable

import torch

from . import growth
from .player import Player
from .study import STEPS, Study
from .values import describe
from .wire import Wire, error_text

REPEATS = 1e-12


class Measurements:
    """The parts of a probe, in order; each needs only what the ones before it have found."""

    def __init__(self, player: Player, wire: Wire) -> None:
        self.player, self.wire = player, wire
        self.repeats = False
        self.torch_live = False
        self.best_step = 0.0

    def run(self) -> None:
        """All parts."""
        self.interface()
        self._part("torch_action", self.torch_action)
        self._part("determinism", self.determinism)
        if not self.player.discrete:
            self._part("terms", self.terms)
            self._part("horizon", self.horizon)
        self._part("speed", self.speed)

    def _part(self, name: str, measure: Callable[[], None]) -> None:
        try:
            measure()
        except Exception as error:
            self.wire.send("unmeasured", part=name, error=error_text(error))

    def interface(self) -> None:
        """What reset and step take and give."""
        player, face = self.player, self.player.face
        observation, reward, _ = player.settle()
        face.reset()
        bounds = [
            {"agent": None if agent is None else str(agent), "shape": list(spec.shape), "discrete": bool(spec.discrete),
             "low": spec.low[:8].tolist(), "high": spec.high[:8].tolist(), "bounded": spec.bounded}
            for agent, spec in player.specs.items()
        ]  # fmt: skip
        self.wire.send(
            "interface", api=face.api, reset=describe(face.raw_reset), step=describe(face.raw_step),
            observation=describe(observation), reward=describe(reward), actions=bounds[:8],
            takes="torch tensors" if player.torch_native else "NumPy arrays",
            space="" if player.several else str(getattr(face.environment, "observation_space", ""))[:200],
        )  # fmt: skip

    def torch_action(self) -> None:
        """What becomes of a tensor that requires a gradient, and of the same one detached."""
        if self.player.discrete:
            self.wire.send("torch_action", outcome="discrete")
            return
        leaf = self.player.base(1)[0].to(torch.float32).requires_grad_()
        given, error = self._attempt(leaf)
        if given is None:
            detached, second = self._attempt(leaf.detach())
            told = describe(detached) if detached is not None else None
            self.wire.send("torch_action", outcome="refused", error=error, detached=told, detached_error=second)
            return
        observation, reward = given
        live = [name for name, value in (("observation", observation), ("reward", reward)) if _live(value)]
        self.torch_live = bool(live)
        if _has_tensor(given):
            self.player.prefer_torch(self._finest(torch.float64))
        self.wire.send(
            "torch_action", outcome="survives" if live else "silent", live=live,
            observation=describe(observation), reward=describe(reward),
        )  # fmt: skip

    def _attempt(self, flat: torch.Tensor) -> tuple[Any, Any]:
        self.player.face.reset()
        try:
            observation, reward, _ = self.player.face.step(self.player.dress(flat, as_torch=True))
        except Exception as error:
            return None, error_text(error)
        return (observation, reward), None

    def _finest(self, wanted: torch.dtype) -> torch.dtype:
        """float64 where the environment computes in it when it is given it."""
        self.player.dtype = wanted
        given, _ = self._attempt(self.player.base(1)[0])
        return wanted if given is not None and "float64" in describe(given) else torch.float32

    def determinism(self) -> None:
        """Whether the same start and the same actions give the same numbers."""
        actions = self.player.base(STEPS)
        worst = self._difference(actions)
        way = "seed"
        if worst > REPEATS and self.player.keep_start():
            worst, way = self._difference(actions), "copy"
        self.repeats = worst <= REPEATS
        self.wire.send("determinism", repeats=self.repeats and way == "seed", way=way, difference=worst)

    def _difference(self, actions: torch.Tensor) -> float:
        first, second = (self.player.play(actions).vector.detach() for _ in range(2))
        if first.shape != second.shape:
            return float("inf")
        gaps = (first - second).abs()
        return float(gaps[torch.isfinite(gaps)].max()) if gaps.numel() else 0.0

    def terms(self) -> None:
        """Per output: what autograd says against what differences say."""
        study = Study(self.player, self.torch_live)
        differences, self.best_step = study.differences, study.differences.best
        live, self.torch_live = self.torch_live, self.torch_live and study.error is None
        entries = study.terms()
        self.wire.send(
            "terms", steps=study.steps, autograd=live, backward_error=study.error, entries=entries,
            step_sizes=differences.table, best_step=differences.best, rough=differences.rough,
            usable=differences.usable and self.repeats, noise=study.noise_level, steady=self.repeats,
        )  # fmt: skip

    def horizon(self) -> None:
        """How the gradient grows."""
        if self.torch_live:
            self.wire.send("horizon", way="autograd", norms=growth.by_graph(self.player))
        elif self.repeats and self.best_step:
            norms = growth.by_differences(self.player, max(self.best_step, 1e-5))
            self.wire.send("horizon", way="differences", norms=norms)

    def speed(self) -> None:
        """Steps a second."""
        began = time.monotonic()
        rate = growth.steps_per_second(self.player)
        self.wire.send("speed", steps_per_second=rate, seconds=time.monotonic() - began)


def _live(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return bool(value.requires_grad)
    if isinstance(value, dict):
        return any(map(_live, value.values()))
    return isinstance(value, (tuple, list)) and any(map(_live, value))


def _has_tensor(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_tensor, value.values()))
    if isinstance(value, (tuple, list)):
        return any(map(_has_tensor, value))
    return isinstance(value, torch.Tensor)
