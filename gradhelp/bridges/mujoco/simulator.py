"""A MuJoCo model as a function of (physics state, control), with its Jacobian. Arrays in, arrays out."""

import os
from dataclasses import dataclass

import mujoco
import numpy as np
from mujoco.rollout import Rollout

from gradhelp.bridges.mujoco.arrays import Array
from gradhelp.bridges.mujoco.differences import EPSILON, Differences
from gradhelp.bridges.mujoco.state import check_model, read, write

USER = int(mujoco.mjtState.mjSTATE_USER)
CTRL = int(mujoco.mjtState.mjSTATE_CTRL)


class DivergedError(ArithmeticError):
    """MuJoCo gave a simulation up (it would have begun again from the initial state): no gradient leads through that."""


@dataclass(frozen=True)
class Start:
    """Where a batch of steps begins."""

    physics: Array
    """(B, 1 + nq + nv + na)"""
    warmstart: Array
    """(B, nv)"""
    control: Array
    """(B, nu)"""
    user: Array
    """What is the same for the whole batch: applied forces, mocap poses, equality switches, user data."""


class Simulator:
    """Runs `frame_skip` steps of a model at once. Not to be used from several threads."""

    def __init__(self, model: mujoco.MjModel, frame_skip: int = 1, epsilon: float = EPSILON, threads: int = 0) -> None:
        """`threads`: how many compute finite differences (0: one for each core); they have no influence on results."""
        check_model(model)
        if frame_skip < 1:
            raise ValueError(f"frame_skip: expected 1 or more, got {frame_skip}")
        self.model, self.frame_skip = model, frame_skip
        self._epsilon = epsilon
        self._differences = Differences(model, control_bounds(model), epsilon)
        self._data = mujoco.MjData(model)
        self._threads = threads or os.cpu_count() or 1
        self._pool: tuple[Rollout, list[mujoco.MjData]] | None = None

    def user(self, data: mujoco.MjData | None = None) -> Array:
        """What `Start.user` is to hold: that of `data`, or of a new simulation."""
        if data is None:
            mujoco.mj_resetData(self.model, self._data)
            data = self._data
        values = np.empty(mujoco.mj_stateSize(self.model, USER))
        mujoco.mj_getState(self.model, data, values, USER)
        return values

    def step(self, start: Start) -> tuple[Array, Array]:
        """Physics (B, 1 + nq + nv + na) and warm start (B, nv) after the step. Raises DivergedError."""
        physics, warmstart = np.empty_like(start.physics), np.empty_like(start.warmstart)
        for number in range(len(physics)):
            self._place(start, number)
            mujoco.mj_step(self.model, self._data, self.frame_skip)
            physics[number], warmstart[number] = read(self.model, self._data)
            check_alive(self._data, physics[number], f"batch element {number}")
        return physics, warmstart

    def jacobian(self, start: Start) -> Array:
        """Derivative (B, 2 nv + na, 2 nv + na + nu) of the step, in the tangent space."""
        if self.model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
            return self._by_differences(start)
        return np.stack([self._by_transitions(start, number) for number in range(len(start.physics))])

    def _place(self, start: Start, number: int) -> None:
        mujoco.mj_setState(self.model, self._data, start.user, USER)
        write(self.model, self._data, start.physics[number], start.warmstart[number])
        self._data.ctrl[:] = start.control[number]
        clear_warnings(self._data)

    def _by_transitions(self, start: Start, number: int) -> Array:
        states = self._differences.states
        by_state, by_control = np.empty((states, states)), np.empty((states, self.model.nu))
        total = np.eye(states, self._differences.directions)
        self._place(start, number)
        for frame in range(self.frame_skip):
            mujoco.mjd_transitionFD(self.model, self._data, self._epsilon, 1, by_state, by_control, None, None)
            total = by_state @ total
            total[:, states:] += by_control
            if frame + 1 < self.frame_skip:
                mujoco.mj_step(self.model, self._data)
        return total

    def _by_differences(self, start: Start) -> Array:
        physics, control, widths = self._differences.points(start.physics, start.control)
        rows = len(start.physics) * 2 * self._differences.directions
        user = np.tile(start.user, (rows, self.frame_skip, 1))
        offset = mujoco.mj_stateSize(self.model, USER & (CTRL - 1))
        user[:, :, offset : offset + self.model.nu] = control.reshape(rows, 1, -1)
        rollout, data = self._rollout_pool()
        reached, _ = rollout.rollout(
            self.model,
            data,
            physics.reshape(rows, -1),
            user,
            control_spec=USER,
            initial_warmstart=start.warmstart.repeat(2 * self._differences.directions, 0),
        )
        return self._differences.of_states(reached[:, -1].reshape(physics.shape), widths)

    def _rollout_pool(self) -> tuple[Rollout, list[mujoco.MjData]]:
        if self._pool is None:
            data = [mujoco.MjData(self.model) for _ in range(self._threads)]
            self._pool = Rollout(nthread=self._threads if self._threads > 1 else 0), data
        return self._pool


def control_bounds(model: mujoco.MjModel) -> Array:
    """(nu, 2): the range to which MuJoCo clips each control; infinite where it does not."""
    clipped = model.actuator_ctrllimited.astype(bool)
    if model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_CLAMPCTRL:
        clipped[:] = False
    unbounded = np.array([-np.inf, np.inf])
    return np.where(clipped[:, None], model.actuator_ctrlrange, unbounded)


_GIVEN_UP = [
    int(mujoco.mjtWarning.mjWARN_BADQPOS),
    int(mujoco.mjtWarning.mjWARN_BADQVEL),
    int(mujoco.mjtWarning.mjWARN_BADQACC),
]


def clear_warnings(data: mujoco.MjData) -> None:
    """Forgets what happened in earlier steps, for `check_alive`."""
    for kind in _GIVEN_UP:
        data.warning[kind].number = 0


def check_alive(data: mujoco.MjData, physics: Array, which: str) -> None:
    """Raises DivergedError if MuJoCo has given the simulation up since `clear_warnings`."""
    if any(data.warning[kind].number for kind in _GIVEN_UP) or not np.isfinite(physics).all():
        raise DivergedError(f"{which}: the simulation diverged; smaller actions or a smaller timestep may help")
