"""`TorchEnv`: one Gymnasium MuJoCo environment with Gymnasium's own calls, on tensors that autograd can go back through."""

from typing import Any

import gymnasium as gym
import torch
from torch import Tensor

from gradhelp.bridges.mujoco.environment import DifferentiableEnv
from gradhelp.bridges.mujoco.state import State


class TorchEnv:
    """What `gymnasium.make(id)` gives, for a program that wants a gradient through `step`.

    It goes on from where its last step led, gradient included, until `reset`. Over a long horizon that gradient may grow
    without bound: see `gradient_norms`, and `rollout`, which truncates. It is no `gymnasium.Env`, hence cannot be wrapped.
    """

    def __init__(self, id: str, **options: Any) -> None:
        """`options` go to `gymnasium.make`. Raises as `DifferentiableEnv` does for what cannot be differentiated."""
        limit = options.get("max_episode_steps")
        self._inner = DifferentiableEnv(id, **options)
        self._limit = limit if limit is not None else gym.spec(id).max_episode_steps
        self.observation_space, self.action_space = _spaces(id, options)
        self._state: State | None = None
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[Tensor, dict[str, Any]]:
        """Observation (O,) of a new episode, without a gradient, and an empty dict."""
        if options is not None:
            raise ValueError("options: the bridge resets an environment by its seed alone")
        observation, self._state = self._inner.reset(seed)
        self._steps = 0
        return observation[0], {}

    def step(self, action: Tensor) -> tuple[Tensor, Tensor, bool, bool, dict[str, Any]]:
        """Observation (O,), reward (), whether the episode ended or reached its limit, and an empty dict.

        `action` (nu,), or of any shape with as many entries. Raises RuntimeError before the first `reset`.
        """
        if self._state is None:
            raise RuntimeError("call reset() before step()")
        given = torch.as_tensor(action).reshape(1, -1)
        observation, reward, self._state = self._inner.step(self._state, given)
        self._steps += 1
        truncated = self._limit is not None and self._steps >= self._limit
        return observation[0], reward[0], bool(self._state.terminated[0]), truncated, {}

    def close(self) -> None:
        """Closes the environment."""
        self._inner.close()


def _spaces(id: str, options: dict[str, Any]) -> tuple[gym.Space[Any], gym.Space[Any]]:
    environment = gym.make(id, **options)
    try:
        return environment.observation_space, environment.action_space
    finally:
        environment.close()
