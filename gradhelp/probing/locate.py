"""Names the expressions at which the gradient of an environment of the user's own is lost, or is wrong, by experiment.

The same short episode is played with and without a small change of the actions. An expression whose value changes
although no gradient lives in it, while one lived in a part of it, is a candidate. It is *shown* to be a cut by holding
its value at what it was: if the differences of an output then change, the output's gradient is lost there. With all cuts
held, differences must agree with autograd; where they do not, some derivative is wrong, and each custom
`torch.autograd.Function` is asked for its share in the same way.
"""

from __future__ import annotations

import os
from typing import Any

import torch

from . import rewriting
from .differences import AGREES, Differences, direction_of, slopes_of_graph
from .player import Player
from .rewriting import Record, Tap
from .values import labelled
from .wire import Wire

STEPS = 3
MOST_CANDIDATES = 60
SHOWN = 64
_TAP = Tap()
_BUILTIN_NODES = ("Backward0", "Backward1", "Backward2", "Backward3", "AccumulateGrad")


class Rewriting(rewriting.Rewriting):
    """The import hook with the one tap of this process."""

    def __init__(self, root: str) -> None:
        super().__init__(root, _TAP)


def code_of(path: str) -> Any:
    """The rewritten code of the script itself."""
    return rewriting.rewritten(path, _TAP)


class Search:
    """The experiments for one environment."""

    def __init__(self, player: Player, wire: Wire) -> None:
        self.player, self.wire = player, wire
        player.settle()
        player.prefer_torch(torch.float64)
        if not self._plays_in_float64():
            player.prefer_torch(torch.float32)
        if not self._repeats():
            player.keep_start()
        base = player.base(STEPS)
        outcome = player.play(base)
        self.actions = base[: outcome.done_at or STEPS]
        self.direction = direction_of(self.actions, player.scale())
        self.labels, self.values = outcome.labels, outcome.vector.detach()
        self.noise = outcome.coarse * self.values.abs().clamp(min=1e-3)

    def run(self) -> None:
        """Find and send."""
        base = self._recorded(self.actions)
        moved = self._recorded(self.actions + 1e-3 * self.direction)
        gradient = self._gradient(frozenset())
        cuts, slopes = self._cuts(_candidates(base, moved), base, gradient)
        for site, outputs in cuts:
            self._send("cut", site, outputs)
        off = self._off(slopes, gradient)
        if off:
            held = {site: _values(base, site) for site, _ in cuts}
            self._wrong(base, held, slopes, gradient)
        self.wire.send("located", cuts=len(cuts), unexplained=sorted(off)[:SHOWN])

    def _plays_in_float64(self) -> bool:
        try:
            self.player.play(self.player.base(1))
        except Exception:
            return False
        return True

    def _repeats(self) -> bool:
        actions = self.player.base(STEPS)
        first, second = (self.player.play(actions).vector.detach() for _ in range(2))
        return first.shape == second.shape and bool(torch.equal(first, second))

    def _recorded(self, actions: torch.Tensor) -> list[Record]:
        leaf = actions.clone().requires_grad_()
        self.player.begin()
        _TAP.begin({}, record=True)
        for flat in leaf:
            self.player.face.step(self.player.dress(flat, as_torch=True))
        records = _TAP.records or []
        _TAP.begin({})
        return records

    def _slopes(self, held: dict[int, list[Any]]) -> Differences:
        def evaluate(actions: torch.Tensor) -> torch.Tensor:
            return self._played(actions, held, frozenset()).detach()

        return Differences(evaluate, self.actions, self.direction, self.noise)

    def _gradient(self, detached: frozenset[int]) -> torch.Tensor:
        leaf = self.actions.clone().requires_grad_()
        try:
            return slopes_of_graph(self._played(leaf, {}, detached), leaf, self.direction)
        except RuntimeError:
            return torch.zeros_like(self.values)

    def _played(self, actions: torch.Tensor, held: dict[int, list[Any]], detached: frozenset[int]) -> torch.Tensor:
        """One episode with the tap set after the reset: what reset evaluates is the same every time."""
        self.player.begin()
        _TAP.begin(held, detached)
        steps = []
        try:
            for flat in actions:
                observation, reward, _ = self.player.face.step(self.player.dress(flat, as_torch=True))
                steps.append(_numbers(observation, reward))
        finally:
            _TAP.begin({})
        return torch.cat(steps)

    def _cuts(
        self, candidates: list[int], base: list[Record], gradient: torch.Tensor
    ) -> tuple[list[tuple[int, list[str]]], Differences]:
        """The candidates that change an output when they are held, with the outputs; the slopes with all of them held."""
        slopes, found = self._slopes({}), []
        held: dict[int, list[Any]] = {}
        for site in candidates[:MOST_CANDIDATES]:
            if not self._off(slopes, gradient):
                break
            trial = {**held, site: _values(base, site)}
            then = self._slopes(trial)
            outputs = self._changed(slopes, then)
            if outputs and self._distance(then, gradient) < self._distance(slopes, gradient):
                found.append((site, outputs))
                slopes, held = then, trial
        return found, slopes

    def _wrong(
        self, base: list[Record], held: dict[int, list[Any]], slopes: Differences, gradient: torch.Tensor
    ) -> None:
        """Custom functions whose share by autograd is not their share by differences."""
        for site in _custom(base):
            without = self._slopes({**held, site: _values(base, site)})
            share = slopes.slope - without.slope
            claimed = gradient - self._gradient(frozenset([site]))
            doubt = 5 * (slopes.doubt + without.doubt) + AGREES * share.abs() + 1e-6
            outputs = self._names((share - claimed).abs() > doubt)
            if outputs:
                self._send("wrong", site, outputs)

    def _off(self, slopes: Differences, gradient: torch.Tensor) -> list[str]:
        verdicts = slopes.judge(gradient)
        return self._names(torch.tensor([verdict in ("cut", "wrong") for verdict in verdicts]))

    def _changed(self, before: Differences, after: Differences) -> list[str]:
        gap = (before.slope - after.slope).abs()
        return self._names(gap > 5 * (before.doubt + after.doubt) + 1e-6 * before.slope.abs().max())

    def _distance(self, slopes: Differences, gradient: torch.Tensor) -> float:
        return float((slopes.slope - gradient).norm())

    def _names(self, mask: torch.Tensor) -> list[str]:
        return list(dict.fromkeys(label for label, chosen in zip(self.labels, mask.tolist()) if chosen))

    def _send(self, kind: str, number: int, outputs: list[str]) -> None:
        site = _TAP.sites[number]
        span = {
            "file": os.path.abspath(site.file), "line": site.line, "column": site.column,
            "end_line": site.end_line, "end_column": site.end_column, "code": site.code,
        }  # fmt: skip
        self.wire.send("culprit", kind=kind, span=span, outputs=outputs[:SHOWN], count=len(outputs))


def _numbers(observation: Any, reward: Any) -> torch.Tensor:
    pieces = [labelled(observation, "observation")[1]]
    if reward is not None:
        pieces.append(labelled(reward, "reward")[1])
    return torch.cat(pieces)


def _candidates(base: list[Record], moved: list[Record]) -> list[int]:
    """Sites whose value depends on the actions without a gradient, made from something that has one."""
    if [record.site for record in base] != [record.site for record in moved]:
        moved = _aligned(base, moved)
    dependent = [not _same(one.value, other.value) for one, other in zip(base, moved)]
    alive = {record.site for record, depends in zip(base, dependent) if depends and record.live}
    found: dict[int, None] = {}
    for record, depends in zip(base, dependent):
        first = _TAP.sites[record.site].first
        if depends and not record.live and any(part in alive for part in range(first, record.site)):
            found[record.site] = None
    return list(found)


def _aligned(base: list[Record], moved: list[Record]) -> list[Record]:
    """For each record of `base` the one of the same site and turn in `moved`; itself where there is none."""
    turns: dict[int, list[Record]] = {}
    for record in moved:
        turns.setdefault(record.site, []).append(record)
    seen: dict[int, int] = {}
    found = []
    for record in base:
        turn = seen.get(record.site, 0)
        seen[record.site] = turn + 1
        others = turns.get(record.site, [])
        found.append(others[turn] if turn < len(others) else record)
    return found


def _same(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and bool(torch.equal(one, other))


def _values(base: list[Record], site: int) -> list[Any]:
    return [record.raw for record in base if record.site == site]


def _custom(base: list[Record]) -> list[int]:
    """Sites whose value a `torch.autograd.Function` of someone's own has just made, the innermost of each chain."""
    found: dict[int, None] = {}
    for record in base:
        custom = record.node.endswith("Backward") and not record.node.endswith(_BUILTIN_NODES)
        if custom and _TAP.sites[record.site].call:
            found[record.site] = None
    return list(found)
