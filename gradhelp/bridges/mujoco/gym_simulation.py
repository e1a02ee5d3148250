"""A Gymnasium environment as a function of (physics state, action): bit for bit what its own `step` computes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import mujoco
import numpy as np

from gradhelp.bridges.mujoco.arrays import Array
from gradhelp.bridges.mujoco.differences import Differences
from gradhelp.bridges.mujoco.simulator import check_alive, clear_warnings
from gradhelp.bridges.mujoco.state import check_model, read, write

PASSIVE = (
    gym.wrappers.PassiveEnvChecker,
    gym.wrappers.OrderEnforcing,
    gym.wrappers.TimeLimit,
    gym.wrappers.RecordEpisodeStatistics,
)
"""Wrappers that change neither observations, rewards nor actions. The bridge steps the environment below them."""


@dataclass(frozen=True)
class Reached:
    """Where a step led, and what the environment said of it."""

    physics: Array
    warmstart: Array
    observation: Array
    reward: float
    terminated: bool

    def same(self, other: "Reached") -> bool:
        """Whether both are equal to the last bit, terminations aside."""
        ours, theirs = (np.concatenate([r.physics, r.observation, [r.reward]]) for r in (self, other))
        return np.array_equal(ours, theirs, equal_nan=True)


class GymSimulation:
    """One environment. It is only ever stepped from states that are written into it, so it has no course of its own."""

    def __init__(self, environment: gym.Env[Any, Any]) -> None:
        self._environment = _checked(environment)
        self.model: mujoco.MjModel = self._environment.model
        self.data: mujoco.MjData = self._environment.data
        self.frame_skip = int(getattr(self._environment, "frame_skip", 1))
        space = environment.action_space
        assert isinstance(space, gym.spaces.Box)
        self.bounds: Array = np.stack([space.low, space.high], axis=-1).astype(np.float64)
        self._refreshes = False
        self._before_refresh: tuple[Array, Array] | None = None

    def reset(self, seed: int | None) -> Reached:
        """The environment's own reset; reward 0."""
        observation, _ = self._environment.reset(seed=seed)
        return Reached(*read(self.model, self.data), _numbers(observation), 0.0, False)

    def step(self, physics: Array, warmstart: Array, action: Array, which: str = "simulation") -> Reached:
        """The environment's own step from a state (see `state.read`). Raises DivergedError, naming `which`."""
        write(self.model, self.data, physics, warmstart)
        if self._refreshes:
            mujoco.mj_forward(self.model, self.data)
            write(self.model, self.data, physics, warmstart)
        reached = self.go_on(action)
        check_alive(self.data, reached.physics, which)
        return reached

    def go_on(self, action: Array) -> Reached:
        """The environment's own step from wherever it is."""
        clear_warnings(self.data)
        self._before_refresh = None
        observation, reward, terminated, _, _ = self._environment.step(action)
        reached = self._before_refresh or read(self.model, self.data)
        return Reached(*reached, _numbers(observation), float(reward), bool(terminated))

    def jacobian(self, physics: Array, warmstart: Array, action: Array, differences: Differences) -> Array:
        """Derivative (2 nv + na + O + 1, N) of state, observation and reward in the directions of `differences`.

        A reward that jumps because the episode ends in one direction and not in the other has no derivative: it gets 0.
        """
        states, actions, widths = differences.points(physics[None], action[None])
        reached = [
            [self.step(state, warmstart, move, "finite differences") for state, move in zip(*side, strict=True)]
            for side in zip(states[0], actions[0], strict=True)
        ]
        ended = np.array([[r.terminated for r in side] for side in reached])
        reward = np.array([[r.reward for r in side] for side in reached])
        reward[1] = np.where(ended[0] == ended[1], reward[1], reward[0])
        observation = np.array([[r.observation for r in side] for side in reached])
        extra = np.concatenate([observation, reward[..., None]], axis=-1)
        arrived = np.array([[r.physics for r in side] for side in reached])
        parts = differences.of_states(arrived[None], widths)[0], differences.of_values(extra[None], widths)[0]
        return np.concatenate(parts)

    def refresh(self) -> None:
        """From now on quantities derived from the state (body positions, forces) belong to it when they are read.

        MuJoCo leaves them as they were in the last substep, and an environment that compares them before and after its
        step makes a hidden state of them.
        """
        if not hasattr(self._environment, "do_simulation"):
            raise ValueError(f"{self._name}: reads derived quantities before its step, and has no do_simulation")
        simulate: Callable[[Array, int], None] = self._environment.do_simulation

        def refreshed(control: Array, frames: int) -> None:
            simulate(control, frames)
            self._before_refresh = read(self.model, self.data)
            mujoco.mj_forward(self.model, self.data)
            mujoco.mj_rnePostConstraint(self.model, self.data)

        self._environment.do_simulation = refreshed
        self._refreshes = True

    def reads_before_step(self) -> bool:
        """Whether the environment's step depends on derived quantities from the step before."""
        action = self._some_action(0.25)
        self.reset(seed=0)
        middle = self.go_on(action)
        onward = self.go_on(action)
        write(self.model, self.data, middle.physics, middle.warmstart)
        mujoco.mj_forward(self.model, self.data)
        write(self.model, self.data, middle.physics, middle.warmstart)
        return not self.go_on(action).same(onward)

    def check_is_a_function(self) -> None:
        """Raises ValueError if a step depends on anything but state and action."""
        start = self.reset(seed=0)
        first = self.step(start.physics, start.warmstart, self._some_action(0.25))
        self.step(first.physics, first.warmstart, self._some_action(0.75))
        if not self.step(start.physics, start.warmstart, self._some_action(0.25)).same(first):
            raise ValueError(
                f"{self._name}: its step depends on more than the MuJoCo state and the action (noise, a counter, "
                "something remembered), so it cannot be differentiated; give observe= and reward= as torch functions"
            )

    def passes_actions_on(self) -> bool:
        """Whether the environment gives its action to MuJoCo unchanged."""
        action = self._some_action(0.25)
        self.reset(seed=0)
        self.go_on(action)
        return bool(np.array_equal(self.data.ctrl, action))

    def close(self) -> None:
        """Closes the environment."""
        self._environment.close()

    @property
    def _name(self) -> str:
        return type(self._environment).__name__

    def _some_action(self, part: float) -> Array:
        low, high = np.clip(self.bounds.T, -1.0, 1.0)
        return np.asarray(low + part * (high - low), dtype=np.float64)


def _numbers(observation: object) -> Array:
    return np.array(observation, dtype=np.float64)


def _checked(environment: object) -> Any:
    """The environment below its wrappers. Raises TypeError or ValueError if the bridge cannot step it."""
    if not isinstance(environment, gym.Env):
        raise TypeError(f"expected a Gymnasium environment, got {type(environment).__name__}")
    layer: object = environment
    while isinstance(layer, gym.Wrapper):
        if not isinstance(layer, PASSIVE):
            raise ValueError(
                f"the wrapper {type(layer).__name__} may change what the environment returns, and the bridge would step "
                "the environment below it: leave it out, and do its work in torch, where it has a gradient"
            )
        layer = layer.env
    core, name = environment.unwrapped, type(environment.unwrapped).__name__
    model = getattr(core, "model", None)
    if not isinstance(model, mujoco.MjModel) or not isinstance(getattr(core, "data", None), mujoco.MjData):
        raise TypeError(f"{name} is no MuJoCo environment (it has no MjModel `model` and MjData `data`)")
    for kind, space in (("action", environment.action_space), ("observation", environment.observation_space)):
        if not isinstance(space, gym.spaces.Box) or len(space.shape) != 1:
            raise TypeError(f"{name}: the bridge needs a flat Box as {kind} space, this is {space}")
    check_model(model)
    return core
