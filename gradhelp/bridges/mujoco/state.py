"""What a MuJoCo simulation carries from step to step, as tensors."""

from typing import NamedTuple

import mujoco
import numpy as np
import torch
from torch import Tensor

from gradhelp.bridges.mujoco.arrays import Array

PHYSICS = int(mujoco.mjtState.mjSTATE_FULLPHYSICS)
WARMSTART = int(mujoco.mjtState.mjSTATE_WARMSTART)


class State(NamedTuple):
    """State of a simulation, or of a batch of them: every field has the same leading shape `(...)`.

    `qpos`, `qvel` and `act` are double and carry gradients. The rest is constant: `time`; `warmstart`, from which the
    constraint solver starts, so that a step can be repeated bit for bit; `terminated`, which stays True once an
    environment has ended its episode.
    """

    qpos: Tensor
    """(..., nq): joint positions; a quaternion (w, x, y, z) for each free or ball joint."""
    qvel: Tensor
    """(..., nv): joint velocities."""
    act: Tensor
    """(..., na): actuator activations; empty for most models."""
    time: Tensor
    """(...): simulated seconds."""
    warmstart: Tensor
    """(..., nv): the accelerations found by the step before."""
    terminated: Tensor
    """(...): bool."""

    def detach(self) -> "State":
        """The same state with no past: gradients stop here."""
        return State(*(field.detach() for field in self))

    @classmethod
    def of(cls, model: mujoco.MjModel, data: mujoco.MjData | None = None, batch: int | None = None) -> "State":
        """The state that `data` is in (default: the model's initial state), `batch` times over if that is given."""
        data = mujoco.MjData(model) if data is None else data
        physics, warmstart = read(model, data)
        one = unpacked(model, physics[None], warmstart[None], torch.zeros(1, dtype=torch.bool))
        if batch is None:
            return State(*(field[0] for field in one))
        return State(*(field.repeat(batch, *[1] * (field.dim() - 1)) for field in one))


def read(model: mujoco.MjModel, data: mujoco.MjData) -> tuple[Array, Array]:
    """Physics (1 + nq + nv + na,), in MuJoCo's order: time, qpos, qvel, act; and the solver's warm start (nv,)."""
    physics = np.empty(1 + model.nq + model.nv + model.na)
    mujoco.mj_getState(model, data, physics, PHYSICS)
    return physics, data.qacc_warmstart.copy()


def write(model: mujoco.MjModel, data: mujoco.MjData, physics: Array, warmstart: Array) -> None:
    """The reverse of `read`; what else `data` holds is left as it is."""
    mujoco.mj_setState(model, data, physics, PHYSICS)
    mujoco.mj_setState(model, data, warmstart, WARMSTART)


def unpacked(model: mujoco.MjModel, physics: Array, warmstart: Array, terminated: Tensor) -> State:
    """A batch of physics vectors (B, 1 + nq + nv + na) as a state."""
    time, qpos, qvel, act = torch.split(torch.from_numpy(physics), [1, model.nq, model.nv, model.na], dim=-1)
    return State(qpos, qvel, act, time.squeeze(-1), torch.from_numpy(warmstart), terminated)


def packed(state: State) -> tuple[Array, Array]:
    """The reverse of `unpacked`: physics (B, 1 + nq + nv + na) and warm start (B, nv)."""
    parts = [state.time.unsqueeze(-1), state.qpos, state.qvel, state.act]
    physics = torch.cat([part.detach().to("cpu", torch.float64) for part in parts], dim=-1)
    return physics.numpy(), state.warmstart.detach().to("cpu", torch.float64).numpy()


def check_model(model: mujoco.MjModel) -> None:
    """Raises ValueError for a model whose state is more than `State` holds."""
    if mujoco.mj_stateSize(model, PHYSICS) != 1 + model.nq + model.nv + model.na:
        raise ValueError("this model keeps state in plugins, delays or plasticity, which the bridge does not carry on")
    if model.opt.enableflags & int(getattr(mujoco.mjtEnableBit, "mjENBL_SLEEP", 0)):
        raise ValueError("this model lets bodies fall asleep (option flag sleep), which has no derivative: disable it")


def check_fields(model: mujoco.MjModel, state: State) -> None:
    """Raises ValueError, naming the field, if a shape does not fit the model or the other fields."""
    if not isinstance(state, State):
        raise TypeError(f"state: expected a gradhelp.bridges.mujoco.State, got {type(state).__name__}")
    lead = tuple(state.qpos.shape[:-1])
    sizes = {"qpos": (model.nq,), "qvel": (model.nv,), "act": (model.na,), "warmstart": (model.nv,)}
    for name, field in zip(State._fields, state, strict=True):
        wanted = (*lead, *sizes.get(name, ()))
        if tuple(field.shape) != wanted:
            raise ValueError(f"state.{name}: expected shape {wanted}, got {tuple(field.shape)}")


def check_action(action: Tensor, lead: tuple[int, ...], size: int) -> None:
    """Raises TypeError or ValueError if `action` is no finite floating-point tensor of shape (*lead, size)."""
    if not isinstance(action, Tensor):
        raise TypeError(f"action: expected a tensor, got {type(action).__name__}")
    if not action.is_floating_point():
        raise TypeError(f"action: expected a floating-point tensor, got {action.dtype}")
    if tuple(action.shape) != (*lead, size):
        raise ValueError(f"action: expected shape {(*lead, size)}, got {tuple(action.shape)}")
    if not bool(torch.isfinite(action).all()):
        raise ValueError("action: not finite; the policy's weights or its input have probably overflowed")
