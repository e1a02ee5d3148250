"""The autograd function behind every step: values that were computed elsewhere, and the Jacobian that belongs to them."""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from gradhelp.bridges.mujoco.arrays import Array
from gradhelp.bridges.mujoco.state import State
from gradhelp.bridges.mujoco.tangent import TangentSpace


class _Linearised(torch.autograd.Function):
    """(qpos, qvel, act, action) -> (qpos, qvel, act, extra), each (B, ·) and double."""

    @staticmethod
    def forward(
        ctx: Any,
        qpos: Tensor,
        qvel: Tensor,
        act: Tensor,
        action: Tensor,
        values: tuple[Tensor, Tensor, Tensor, Tensor],
        jacobian: Tensor,
        tangent: TangentSpace,
    ) -> tuple[Tensor, ...]:
        ctx.save_for_backward(qpos, values[0], jacobian)
        ctx.tangent = tangent
        ctx.sizes = [qvel.shape[1], qvel.shape[1], act.shape[1], action.shape[1]]
        return values

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, qpos: Tensor, qvel: Tensor, act: Tensor, extra: Tensor) -> tuple[Tensor | None, ...]:
        before, after, jacobian = ctx.saved_tensors
        outward = torch.cat([ctx.tangent.to_tangent(after, qpos), qvel, act, extra], 1)
        inward = (outward.unsqueeze(1) @ jacobian).squeeze(1).split(ctx.sizes, 1)
        return ctx.tangent.to_coordinates(before, inward[0]), *inward[1:], None, None, None


def wants_gradient(state: State, action: Tensor) -> bool:
    """Whether anybody can ask for the gradient of a step from here, so that its Jacobian has to be computed."""
    return torch.is_grad_enabled() and any(t.requires_grad for t in (state.qpos, state.qvel, state.act, action))


def attach(
    before: State, action: Tensor, after: State, extra: Tensor, jacobian: Array, tangent: TangentSpace
) -> tuple[State, Tensor]:
    """`after` and `extra` (B, K), made functions of `before` and `action` for autograd.

    `jacobian` (B, 2 nv + na + K, 2 nv + na + nu) is in the tangent space. All tensors have one batch dimension and lie
    on the CPU, in double.
    """
    values = (after.qpos, after.qvel, after.act, extra)
    tracked = _Linearised.apply(  # type: ignore[no-untyped-call]
        before.qpos, before.qvel, before.act, action, values, torch.from_numpy(jacobian), tangent
    )
    qpos, qvel, act, extra = tracked
    return after._replace(qpos=qpos, qvel=qvel, act=act), extra
