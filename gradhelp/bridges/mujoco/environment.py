"""`DifferentiableEnv`: a batch of Gymnasium MuJoCo environments whose step autograd can go back through."""

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
import mujoco
import numpy as np
import torch
from torch import Tensor

from gradhelp.bridges.mujoco.differences import EPSILON, Differences
from gradhelp.bridges.mujoco.gym_simulation import GymSimulation, Reached
from gradhelp.bridges.mujoco.linearised import attach, wants_gradient
from gradhelp.bridges.mujoco.state import State, check_action, check_fields, packed, unpacked
from gradhelp.bridges.mujoco.step import batched, flattened, mujoco_step
from gradhelp.bridges.mujoco.tangent import TangentSpace

Observe = Callable[[State], Tensor]
Reward = Callable[[State, Tensor, State], Tensor]
Ended = Callable[[State], Tensor]


class DifferentiableEnv:
    """`batch` environments side by side, each stepped from a state that is handed in: nothing is remembered.

    There are two ways to observations and rewards:

    - By default they are the environment's own, and the whole of its step is differentiated by central differences.
    - Given as torch functions, `observe(state) -> (B, O)` and `reward(state, action, next_state) -> (B,)`, autograd takes
      their derivatives, the environment's step is not called at all, and only MuJoCo's is differentiated
      (`mujoco_step`). `terminated(state) -> (B,)` then tells where an episode ends; by default nowhere. If only one of
      `observe` and `reward` is given, the other stays the environment's own.

    Raises TypeError or ValueError for what cannot be differentiated so: no MuJoCo environment, wrappers that change
    what is returned, a step that depends on more than state and action.
    """

    def __init__(
        self,
        environment: str | Callable[[], gym.Env[Any, Any]],
        batch: int = 1,
        *,
        observe: Observe | None = None,
        reward: Reward | None = None,
        terminated: Ended | None = None,
        dtype: torch.dtype | None = None,
        epsilon: float = EPSILON,
        threads: int = 0,
        **options: Any,
    ) -> None:
        """`environment`: an id (`options` go to `gymnasium.make`) or a function that makes one, called several times.

        `dtype` of observations and rewards, default `torch.get_default_dtype()`; states are always double.
        """
        if isinstance(environment, gym.Env):
            raise TypeError("give the environment's id, or a function that makes it: each batch element needs its own")
        if batch < 1:
            raise ValueError(f"batch: expected 1 or more, got {batch}")
        make = environment if callable(environment) else lambda: gym.make(environment, **options)
        self._observe, self._reward, self._terminated = observe, reward, terminated
        self._dtype = dtype or torch.get_default_dtype()
        self._epsilon, self._threads = epsilon, threads
        self._steps_itself = observe is None or reward is None
        self._simulations = [GymSimulation(make()) for _ in range(batch)]
        self.model: mujoco.MjModel = self._simulations[0].model
        self.frame_skip = self._simulations[0].frame_skip
        self._probe(GymSimulation(make()))
        self._tangent = TangentSpace(self.model)
        self._differences = Differences(self.model, self._simulations[0].bounds, epsilon)

    @property
    def batch(self) -> int:
        """How many environments there are."""
        return len(self._simulations)

    def action_bounds(self) -> tuple[Tensor, Tensor]:
        """Lowest and highest action (nu,): on the outside MuJoCo clips, and the gradient is zero."""
        low, high = torch.from_numpy(self._simulations[0].bounds).to(self._dtype).unbind(-1)
        return low, high

    def reset(self, seed: int | None = None) -> tuple[Tensor, State]:
        """Observation (B, O) and state of new episodes; batch element b is seeded with `seed + b`."""
        seeds = [None if seed is None else seed + number for number in range(self.batch)]
        reached = [simulation.reset(one) for simulation, one in zip(self._simulations, seeds, strict=True)]
        state = self._state(reached)
        observation = torch.from_numpy(np.stack([r.observation for r in reached]))
        return (observation if self._observe is None else self._observe(state)).to(self._dtype), state

    def step(self, state: State, action: Tensor) -> tuple[Tensor, Tensor, State]:
        """Observation (B, O), reward (B,) and next state for `action` (B, nu).

        All are on the action's device. Episodes do not end by themselves: `next_state.terminated` tells where one should
        have, and stays True. Raises ValueError or TypeError (shapes, types), DivergedError.
        """
        check_fields(self.model, state)
        check_action(action, (self.batch,), len(self._simulations[0].bounds))
        if tuple(state.qpos.shape[:-1]) != (self.batch,):
            raise ValueError(f"state: expected a batch of {self.batch}, got {tuple(state.qpos.shape[:-1])}")
        state = State(*(field.to(action.device) for field in state))
        if self._steps_itself:
            observation, reward, after = self._step_environments(state, action)
        else:
            observation, reward = torch.empty(0), torch.empty(0)
            after = self._step_model(state, action)
        observation = observation if self._observe is None else self._observe(after)
        reward = reward if self._reward is None else self._reward(state, action, after)
        if self._terminated is not None:
            after = after._replace(terminated=state.terminated | self._terminated(after))
        return observation.to(self._dtype), reward.to(self._dtype), after

    def close(self) -> None:
        """Closes the environments."""
        for simulation in self._simulations:
            simulation.close()

    def _probe(self, simulation: GymSimulation) -> None:
        """Looks, on an environment of its own, at what kind of function the step is."""
        try:
            if not self._steps_itself:
                self._check_shared_model(simulation)
            else:
                if simulation.reads_before_step():
                    for one in [simulation, *self._simulations]:
                        one.refresh()
                simulation.check_is_a_function()
        finally:
            simulation.close()

    def _check_shared_model(self, simulation: GymSimulation) -> None:
        if not simulation.passes_actions_on():
            raise ValueError("this environment changes actions before MuJoCo gets them: leave out observe= or reward=")
        if len({_content(one.model) for one in self._simulations}) > 1:
            raise ValueError("the environments' models differ: leave out observe= or reward=")

    def _step_model(self, state: State, action: Tensor) -> State:
        return mujoco_step(
            self.model, state, action, frame_skip=self.frame_skip, epsilon=self._epsilon, threads=self._threads
        )

    def _step_environments(self, state: State, action: Tensor) -> tuple[Tensor, Tensor, State]:
        before, moves = batched(state), flattened(action)
        physics, warmstart = packed(before)
        starts = list(zip(physics, warmstart, moves.detach().numpy(), strict=True))
        pairs = list(zip(self._simulations, starts, strict=True))
        reached = [one.step(*start, f"batch element {number}") for number, (one, start) in enumerate(pairs)]
        after = self._state(reached)
        after = after._replace(terminated=after.terminated | before.terminated)
        said = torch.from_numpy(np.stack([np.append(r.observation, r.reward) for r in reached]))
        if wants_gradient(before, moves):
            jacobian = np.stack([one.jacobian(*start, self._differences) for one, start in pairs])
            after, said = attach(before, moves, after, said, jacobian, self._tangent)
        device = action.device
        after = State(*(field.to(device) for field in after))
        return said[:, :-1].to(device), said[:, -1].to(device), after

    def _state(self, reached: Sequence[Reached]) -> State:
        ended = torch.tensor([r.terminated for r in reached])
        physics, warmstart = (
            np.stack(list(rows)) for rows in zip(*((r.physics, r.warmstart) for r in reached), strict=True)
        )
        return unpacked(self.model, physics, warmstart, ended)


def _content(model: mujoco.MjModel) -> bytes:
    buffer = np.empty(mujoco.mj_sizeModel(model), dtype=np.uint8)
    mujoco.mj_saveModel(model, None, buffer)
    return buffer.tobytes()
