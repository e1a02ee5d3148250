"""`mujoco_step`: a model's step as a differentiable function of tensors."""

from functools import lru_cache

import mujoco
import torch
from torch import Tensor

from gradhelp.bridges.mujoco.differences import EPSILON
from gradhelp.bridges.mujoco.linearised import attach, wants_gradient
from gradhelp.bridges.mujoco.simulator import Simulator, Start
from gradhelp.bridges.mujoco.state import State, check_action, check_fields, packed, unpacked
from gradhelp.bridges.mujoco.tangent import TangentSpace

KEPT_MODELS = 8
"""Models whose working memory is kept for the next call."""


def mujoco_step(
    model: mujoco.MjModel,
    state: State,
    action: Tensor,
    *,
    frame_skip: int = 1,
    epsilon: float = EPSILON,
    threads: int = 0,
    data: mujoco.MjData | None = None,
) -> State:
    """`frame_skip` steps of `model` from `state` with the controls `action` (..., nu) held; the state after them.

    The physics is MuJoCo's own, bit for bit what `mj_step` computes. Gradients with respect to `state` and `action` are
    computed along with it if anything asks for them: by `mjd_transitionFD`, or, for the integrator RK4, by central
    differences of the whole step on `threads` threads (0: one for each core).

    MuJoCo clips a control to its `ctrlrange`: outside of it the gradient is zero, on its edge it is the one from inside.
    What a state does not hold (mocap poses, applied forces, equality switches) is read from `data`; default: as in a new
    simulation. Any floating-point type and device goes in; the result is double, on the device of `state.qpos`.

    Raises ValueError or TypeError (shapes, types, models whose state is more than `State` holds), DivergedError.
    """
    check_fields(model, state)
    lead, device = tuple(state.qpos.shape[:-1]), state.qpos.device
    check_action(action, lead, int(model.nu))
    simulator, tangent = _prepared(model, frame_skip, epsilon, threads)
    before, control = batched(state), flattened(action)
    start = Start(*packed(before), control.detach().numpy(), simulator.user(data))
    after = unpacked(model, *simulator.step(start), before.terminated)
    if wants_gradient(before, control):
        nothing = control.new_zeros(len(control), 0)
        after, _ = attach(before, control, after, nothing, simulator.jacobian(start), tangent)
    return State(*(field.reshape((*lead, *field.shape[1:])).to(device) for field in after))


@lru_cache(maxsize=KEPT_MODELS)
def _prepared(model: mujoco.MjModel, frame_skip: int, epsilon: float, threads: int) -> tuple[Simulator, TangentSpace]:
    return Simulator(model, frame_skip, epsilon, threads), TangentSpace(model)


def flattened(values: Tensor) -> Tensor:
    """(..., K) as (B, K), double, on the CPU; gradients find the way back."""
    rows = values.unsqueeze(0) if values.dim() == 1 else values.flatten(0, -2)
    return rows.to("cpu", torch.float64)


def batched(state: State) -> State:
    """A state of any leading shape with one batch dimension, double, on the CPU."""
    qpos, qvel, act, warmstart = map(flattened, (state.qpos, state.qvel, state.act, state.warmstart))
    time = state.time.reshape(-1).to("cpu", torch.float64)
    return State(qpos, qvel, act, time, warmstart.detach(), state.terminated.reshape(-1).to("cpu", torch.bool))
