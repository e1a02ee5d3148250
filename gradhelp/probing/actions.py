"""Actions as one flat vector of numbers, and back into whatever the environment wants to be given."""

from __future__ import annotations

from typing import Any, Callable, Optional

import torch

SHAPE_NAMES = ("action_shape", "act_shape")
COUNT_NAMES = ("action_dim", "act_dim", "action_size", "nu", "num_actions", "n_actions", "action_dimension", "adim")
LARGEST_GUESS = 16


class ActionSpec:
    """`shape`, bounds and dtype of one continuous action; `discrete` where there is no continuum to move in."""

    def __init__(self, shape: Any, low: Any = None, high: Any = None, dtype: Any = None, discrete: Any = None) -> None:
        self.shape = tuple(int(size) for size in shape)
        self.size = 1
        for size in self.shape:
            self.size *= size
        self.low, self.high = _bound(low, self.size, -1.0), _bound(high, self.size, 1.0)
        self.bounded = bool(low is not None and high is not None)
        self.dtype = dtype
        self.discrete = discrete
        """A function that gives a valid action, where the action is not continuous."""

    @property
    def centre(self) -> torch.Tensor:
        return (self.low + self.high) / 2

    @property
    def half(self) -> torch.Tensor:
        return (self.high - self.low) / 2


def _bound(value: Any, size: int, default: float) -> torch.Tensor:
    """A bound as a flat tensor; where it is infinite or unknown, the default."""
    if value is None:
        return torch.full((size,), default, dtype=torch.float64)
    flat = torch.as_tensor(value, dtype=torch.float64).reshape(-1)
    flat = flat.expand(size) if flat.numel() == 1 else flat
    return torch.where(flat.abs() < 1e6, flat, torch.full_like(flat, default))


def spec_of_space(space: Any) -> Optional[ActionSpec]:
    """From a Gymnasium (or Gym) space or a dm_env spec; None where it is neither."""
    low = getattr(space, "low", getattr(space, "minimum", None))
    high = getattr(space, "high", getattr(space, "maximum", None))
    if low is not None and "float" in str(getattr(space, "dtype", "")):
        return ActionSpec(space.shape, low, high, space.dtype)
    if callable(getattr(space, "sample", None)):
        if callable(getattr(space, "seed", None)):
            space.seed(0)
        action = space.sample()
        return ActionSpec((), discrete=lambda: action)
    if hasattr(space, "num_values"):
        return ActionSpec((), discrete=lambda: 0)
    return None


def spec_of_attributes(environment: Any) -> Optional[ActionSpec]:
    """From the attributes by which environments of one's own say how large an action is."""
    batch = getattr(environment, "num_envs", getattr(environment, "n_envs", getattr(environment, "batch_size", None)))
    before = (batch,) if isinstance(batch, int) and not isinstance(batch, bool) and batch > 0 else ()
    for name in SHAPE_NAMES:
        shape = getattr(environment, name, None)
        if isinstance(shape, (tuple, list)):
            return ActionSpec(shape)
    for name in COUNT_NAMES:
        count = getattr(environment, name, None)
        if isinstance(count, int) and not isinstance(count, bool) and count > 0:
            return ActionSpec((*before, count))
    return None


def guessed(works: Callable[[ActionSpec], bool]) -> Optional[ActionSpec]:
    """The smallest shape that the environment takes, by trying."""
    for shape in [(size,) for size in range(1, LARGEST_GUESS + 1)] + [()]:
        spec = ActionSpec(shape)
        if works(spec):
            return spec
    return None


def as_array(flat: torch.Tensor, spec: ActionSpec, exact: bool) -> Any:
    """A NumPy array; in float64 if `exact`, else in the dtype that the space asks for."""
    array = flat.detach().reshape(spec.shape).numpy().copy()
    return array if exact or spec.dtype is None else array.astype(spec.dtype)


def as_tensor(flat: torch.Tensor, spec: ActionSpec, dtype: torch.dtype) -> torch.Tensor:
    """A torch tensor; the graph of `flat` is kept."""
    return flat.reshape(spec.shape).to(dtype)
