"""Long horizons: rollouts of a policy, cut or bounded on the way back, and what the gradient does along them.

A gradient reaches a state on two ways: through the simulator, and through the policy by way of the observation. Both
have to be cut or bounded together; a loss on that very observation must keep its gradient. `carried` makes such a pair.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from gradhelp.bridges.mujoco.environment import DifferentiableEnv
from gradhelp.bridges.mujoco.state import State

Policy = Callable[[Tensor], Tensor]
BAR = 40


class _Bounded(torch.autograd.Function):
    """The identity; on the way back each batch element's gradient, over all inputs, is scaled down to a norm."""

    @staticmethod
    def forward(ctx: Any, limit: float, *values: Tensor) -> tuple[Tensor, ...]:
        ctx.limit = limit
        return tuple(value.view_as(value) for value in values)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        norm = torch.cat([g.flatten(1).double() for g in gradients], 1).norm(dim=1, keepdim=True)
        scale = (ctx.limit / norm).clamp(max=1.0)
        return None, *(g * scale.to(g.dtype) for g in gradients)


def carried(
    observation: Tensor, state: State, *, cut: bool = False, max_norm: float | None = None
) -> tuple[Tensor, State]:
    """The pair from which the next step is made, as the past is to see it: for the policy and for `step`.

    `cut`: no gradient goes back beyond this point (truncated back-propagation). `max_norm`: what goes back is, for each
    batch element, at most this long. Keep the original observation for the loss. Values are unchanged.
    """
    if cut:
        return observation.detach(), state.detach()
    if max_norm is None:
        return observation, state
    if max_norm <= 0:
        raise ValueError(f"max_norm: expected a positive number, got {max_norm}")
    ways = (observation, state.qpos, state.qvel, state.act)
    observation, qpos, qvel, act = _Bounded.apply(max_norm, *ways)  # type: ignore[no-untyped-call]
    return observation, state._replace(qpos=qpos, qvel=qvel, act=act)


@dataclass(frozen=True)
class Trajectory:
    """A rollout over T steps of B environments."""

    observations: Tensor
    """(T + 1, B, O), the first from the reset."""
    actions: Tensor
    """(T, B, nu)"""
    rewards: Tensor
    """(T, B)"""
    alive: Tensor
    """(T, B), bool: the episode had not ended before this step. Mask with it what belongs to no episode."""
    states: tuple[State, ...]
    """T + 1 of them."""


def rollout(
    env: DifferentiableEnv,
    policy: Policy,
    horizon: int,
    *,
    seed: int | None = None,
    start: tuple[Tensor, State] | None = None,
    truncate: int | None = None,
    max_norm: float | None = None,
) -> Trajectory:
    """Runs `policy(observation) -> action` for `horizon` steps from `start` (observation, state), default: a reset.

    `truncate`: gradients go back through at most so many steps. `max_norm`: bound on each step's way back (`carried`).
    """
    if horizon < 1 or (truncate is not None and truncate < 1):
        raise ValueError(f"horizon and truncate: expected 1 or more, got {horizon} and {truncate}")
    observation, state = start or env.reset(seed)
    observations, states = [observation], [state]
    actions, rewards = [], []
    for number in range(horizon):
        cut = truncate is not None and number > 0 and number % truncate == 0
        seen, before = carried(observation, state, cut=cut, max_norm=max_norm)
        action = policy(seen)
        observation, reward, state = env.step(before, action)
        observations.append(observation)
        states.append(state)
        actions.append(action)
        rewards.append(reward)
    alive = ~torch.stack([one.terminated for one in states[:-1]])
    return Trajectory(torch.stack(observations), torch.stack(actions), torch.stack(rewards), alive, tuple(states))


@dataclass(frozen=True)
class GradientNorms:
    """How long the gradient of a loss is at each state on the way back through a rollout."""

    steps: tuple[int, ...]
    """Which states; those that carry no gradient are left out."""
    norms: Tensor
    """(len(steps), B): Euclidean norm of the gradient with respect to qpos, qvel and act."""

    @property
    def growth(self) -> float:
        """The factor by which the median norm changes with each step back (a fit over all steps); nan if unknown."""
        median = self.norms.median(dim=1).values
        known = (median > 0) & torch.isfinite(median)
        if int(known.sum()) < 2:
            return math.nan
        x = torch.tensor(self.steps, dtype=torch.float64)[known]
        y = median[known].log()
        x = x - x.mean()
        return math.exp(-float((x * y).sum() / (x * x).sum()))

    def __str__(self) -> str:
        """A table: step, median and largest norm of the batch, and a bar of the median's order of magnitude."""
        median, largest = self.norms.median(dim=1).values, self.norms.max(dim=1).values
        logs = median.clamp(min=1e-300).log10()
        low, span = float(logs.min()), max(float(logs.max() - logs.min()), 1e-9)
        lines = ["state  median    largest"]
        for step, one, most, log in zip(self.steps, median.tolist(), largest.tolist(), logs.tolist(), strict=True):
            bar = "#" * (1 + round((BAR - 1) * (log - low) / span)) if math.isfinite(log) else ""
            lines.append(f"{step:5d}  {one:8.2e}  {most:8.2e}  {bar}")
        return "\n".join([*lines, f"each step back multiplies the gradient by {self.growth:.3g}"])


def gradient_norms(loss: Tensor, states: Sequence[State]) -> GradientNorms:
    """Norms of the gradient of a scalar `loss` at the states of a rollout; the graph stays usable for `backward()`.

    Growth well above 1 means that a long horizon's gradient is dominated by its first steps and tells nothing about a
    real change of the policy: shorten the horizon, truncate, or bound.
    """
    fields = [[f for f in (state.qpos, state.qvel, state.act) if f.requires_grad] for state in states]
    steps = tuple(number for number, wanted in enumerate(fields) if wanted)
    if not steps:
        raise ValueError("none of the states carries a gradient: was the rollout made under no_grad?")
    wanted = [field for group in fields for field in group]
    found = iter(torch.autograd.grad(loss, wanted, retain_graph=True, allow_unused=True, materialize_grads=True))
    joined = [torch.cat([next(found) for _ in fields[number]], dim=-1) for number in steps]
    return GradientNorms(steps, torch.stack([gradient.norm(dim=-1).reshape(-1) for gradient in joined]))
