"""`LearnedEnv`: an environment of Gymnasium's with its own calls on tensors, whose gradient is that of a learned model.

What `reset` and `step` return is what the simulator says; only the derivative is the model's: of the change of the
observation and of the reward, by observation and action. The model is a ridge regression on the inputs and on random
tanh features of them, solved in closed form in double precision: it has no optimizer and no random numbers of the
program's. It is fitted on transitions of random actions first, then again at each `reset` on what was met since.

It knows what it has seen. The policy finds the places where it is wrong, so keep horizons short and look at `error`.

Sources: Rahimi and Recht 2007, random features; Deisenroth and Rasmussen 2011 (PILCO), gradients through a learned model.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch import Tensor

FEATURES = 256
MOST_TRANSITIONS = 4096
RIDGE = 1e-4


class LearnedEnv:
    """One environment with a continuous observation (O,) and a continuous action (A,). It is no `gymnasium.Env`."""

    def __init__(
        self, id: str | Callable[[], gym.Env[Any, Any]], *, transitions: int = 1024, seed: int = 0, **options: Any
    ) -> None:
        """`id` and `options` as for `gymnasium.make`, or a function that makes the environment.

        `transitions` of random actions are collected at once, in an environment of their own. Raises ValueError where
        observation or action is not continuous (a Box).
        """
        make: Callable[[], gym.Env[Any, Any]] = partial(gym.make, id, **options) if isinstance(id, str) else id
        self._env = make()
        self.observation_space, self.action_space = self._env.observation_space, self._env.action_space
        if not isinstance(self.observation_space, gym.spaces.Box) or not isinstance(self.action_space, gym.spaces.Box):
            raise ValueError("a learned model needs a continuous observation and a continuous action")
        bounds = (self.action_space.low, self.action_space.high)
        self._low, self._high = (torch.as_tensor(end, dtype=torch.float32).reshape(-1) for end in bounds)
        self._inputs: list[np.ndarray] = []
        self._targets: list[np.ndarray] = []
        self._model = _Model(int(np.prod(self.observation_space.shape) + np.prod(self.action_space.shape)), seed)
        self._observation: Tensor | None = None
        _explore(make(), self._remember, transitions, seed)
        self._fit()

    @property
    def error(self) -> float:
        """Of the model on the transitions it was fitted on: mean square over variance, 0 is perfect, 1 is useless."""
        return self._model.error

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Tensor, dict[str, Any]]:
        """Observation (O,), float32, of a new episode, without a gradient; the model is fitted to what was met."""
        observation, info = self._env.reset(seed=seed, options=options)
        self._fit()
        self._observation = torch.as_tensor(observation, dtype=torch.float32)
        return self._observation, info

    def step(self, action: Tensor) -> tuple[Tensor, Tensor, bool, bool, dict[str, Any]]:
        """Observation (O,) and reward (), float32, with the model's gradient; then as Gymnasium's.

        `action` (A,), or of any shape with as many entries. Raises RuntimeError before the first `reset`.
        """
        if self._observation is None:
            raise RuntimeError("call reset() before step()")
        before = self._observation
        given = torch.as_tensor(action, dtype=torch.float32).reshape(-1)
        clipped = torch.minimum(torch.maximum(given, self._low), self._high)
        applied = clipped.detach().cpu().numpy().reshape(self.action_space.shape).astype(self.action_space.dtype)
        after, reward, terminated, truncated, info = self._env.step(applied)
        self._remember(before.detach().numpy(), applied, after, float(reward))
        change, paid = self._model.predict(torch.cat([before, clipped.cpu()]))
        value = torch.as_tensor(after, dtype=torch.float32)
        # The simulator's value with the model's derivative.
        self._observation = value + (before - before.detach()) + (change - change.detach())
        return self._observation, float(reward) + (paid - paid.detach()), terminated, truncated, info

    def close(self) -> None:
        """Closes the environment."""
        self._env.close()

    def _remember(self, before: np.ndarray, action: np.ndarray, after: np.ndarray, reward: float) -> None:
        self._inputs.append(np.concatenate([before, action.reshape(-1)]))
        self._targets.append(np.append(after - before, reward))
        del self._inputs[:-MOST_TRANSITIONS], self._targets[:-MOST_TRANSITIONS]

    def _fit(self) -> None:
        self._model.fit(torch.as_tensor(np.stack(self._inputs)), torch.as_tensor(np.stack(self._targets)))


class _Model:
    """Ridge regression on inputs and random features of them; a fit replaces its tensors and never changes them."""

    def __init__(self, inputs: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self._weights = torch.randn(inputs, FEATURES, generator=generator, dtype=torch.float64) / inputs**0.5
        self._offsets = torch.randn(FEATURES, generator=generator, dtype=torch.float64)
        self.error = 1.0

    @torch.no_grad()
    def fit(self, inputs: Tensor, targets: Tensor) -> None:
        inputs, targets = inputs.double(), targets.double()
        self._mean, self._scale = inputs.mean(0), inputs.std(0).clamp(min=1e-6)
        self._center = targets.mean(0)
        features = self._features(inputs)
        gram = features.T @ features + RIDGE * len(inputs) * torch.eye(features.shape[1], dtype=torch.float64)
        self._solution = torch.linalg.solve(gram, features.T @ (targets - self._center))
        left = targets - self._center - features @ self._solution
        spread = targets.var(0, unbiased=False)
        self.error = (
            float((left.square().mean(0)[spread > 0] / spread[spread > 0]).mean()) if bool(spread.any()) else 0.0
        )

    def predict(self, given: Tensor) -> tuple[Tensor, Tensor]:
        """The change of the observation (O,) and the reward () for observation and action (O + A,)."""
        out = (self._features(given.double()[None]) @ self._solution)[0] + self._center
        return out[:-1].float(), out[-1].float()

    def _features(self, inputs: Tensor) -> Tensor:
        normal = (inputs - self._mean) / self._scale
        return torch.cat([normal, torch.tanh(normal @ self._weights + self._offsets)], dim=1)


def _explore(
    env: gym.Env[Any, Any], remember: Callable[[np.ndarray, np.ndarray, np.ndarray, float], None], count: int, seed: int
) -> None:
    """`count` transitions of random actions, episode after episode."""
    env.action_space.seed(seed)
    before, _ = env.reset(seed=seed)
    for _ in range(count):
        action = env.action_space.sample()
        after, reward, terminated, truncated, _ = env.step(action)
        remember(before, action, after, float(reward))
        before = env.reset()[0] if terminated or truncated else after
    env.close()
