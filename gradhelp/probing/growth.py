"""How the gradient grows with the horizon, and how quickly the environment steps."""

from __future__ import annotations

import time
from typing import Callable

import torch

from .differences import direction_of
from .player import Player

HORIZONS = (1, 2, 5, 10, 20, 50, 100, 200)
SECONDS = 2.0
SPREAD = 0.98
"""Random actions over nearly the whole range: timid ones let a robot come to rest, where nothing grows."""
SPEED_SECONDS = 0.4
MOST_STEPS = 2000
RESET_AFTER = 20
"""Steps after which an environment begins anew, so that none that diverges gets far."""


def by_graph(player: Player) -> list[dict[str, float]]:
    """Norm of the gradient of |observation_T|²/2 with respect to the first action, by autograd, for each T."""
    return _grown(player, lambda steps: _norm_by_graph(player, steps))


def by_differences(player: Player, step: float) -> list[dict[str, float]]:
    """The same along one direction, by central differences."""
    return _grown(player, lambda steps: _slope_by_differences(player, steps, step))


def _grown(player: Player, measure: Callable[[int], float]) -> list[dict[str, float]]:
    """The measure at each horizon that the episode reaches, until the time is up."""
    with torch.no_grad():
        length = player.play(player.base(HORIZONS[-1], SPREAD)).done_at or HORIZONS[-1]
    began, found = time.monotonic(), []
    for steps in HORIZONS:
        if steps > length or time.monotonic() - began > SECONDS:
            break
        found.append({"steps": steps, "norm": measure(steps)})
    return found


def _norm_by_graph(player: Player, steps: int) -> float:
    actions = player.base(steps, SPREAD)
    first = actions[0].clone().requires_grad_()
    last = player.play(torch.cat([first[None], actions[1:]]), as_torch=True).observations[-1]
    if not last.requires_grad:
        return 0.0
    (gradient,) = torch.autograd.grad(last.pow(2).sum() / 2, first, allow_unused=True)
    return 0.0 if gradient is None else float(gradient.norm())


def _slope_by_differences(player: Player, steps: int, step: float) -> float:
    actions = player.base(steps, SPREAD)
    direction = torch.zeros_like(actions)
    direction[0] = direction_of(actions[:1], player.scale())[0]
    plus, minus = (player.play(actions + sign * step * direction).observations[-1] for sign in (1, -1))
    if plus.shape != minus.shape:
        return 0.0
    return abs(float((plus.pow(2).sum() - minus.pow(2).sum()) / (4 * step)))


def steps_per_second(player: Player) -> float:
    """Environment steps a second with actions of its own kind, resets not counted."""
    actions = player.base(1)[0]
    player.face.reset()
    steps, spent = 0, 0.0
    while spent < SPEED_SECONDS and steps < MOST_STEPS:
        action = player.dress(actions)
        began = time.perf_counter()
        with torch.no_grad():
            _, _, done = player.face.step(action)
        spent += time.perf_counter() - began
        steps += 1
        if done or steps % RESET_AFTER == 0:
            player.face.reset()
    return steps / spent if spent else 0.0
