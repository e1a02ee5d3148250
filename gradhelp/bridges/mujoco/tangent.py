"""Gradients of joint positions between MuJoCo's coordinates (nq) and its tangent space (nv).

They differ where a joint holds a unit quaternion: four coordinates, three degrees of freedom. With E(q) the derivative of
`mj_integratePos(q, v)` for v at zero, a gradient g of the coordinates is E^T g in the tangent space. The way back takes
the gradient of "normalise, then compute", which is what MuJoCo does with a quaternion: it is orthogonal to it.
"""

import mujoco
import torch
from torch import Tensor

FREE, BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)


class TangentSpace:
    """Which coordinates of a model belong to which degrees of freedom."""

    def __init__(self, model: mujoco.MjModel) -> None:
        coordinates: list[int] = []
        velocities: list[int] = []
        self._quaternions: list[slice] = []
        self._rotations: list[slice] = []
        for kind, at, dof in zip(model.jnt_type, model.jnt_qposadr, model.jnt_dofadr, strict=True):
            straight = {FREE: 3, BALL: 0}.get(int(kind), 1)
            coordinates += range(at, at + straight)
            velocities += range(dof, dof + straight)
            if kind in (FREE, BALL):
                self._quaternions.append(slice(at + straight, at + straight + 4))
                self._rotations.append(slice(dof + straight, dof + straight + 3))
        self._coordinates = torch.tensor(coordinates, dtype=torch.long)
        self._velocities = torch.tensor(velocities, dtype=torch.long)
        self._nq, self._nv = int(model.nq), int(model.nv)

    @property
    def flat(self) -> bool:
        """There is no quaternion: coordinates and tangent space are one."""
        return not self._quaternions

    def to_tangent(self, qpos: Tensor, gradient: Tensor) -> Tensor:
        """A gradient (B, nq) of the coordinates at `qpos` (B, nq), as one (B, nv) of the degrees of freedom."""
        if self.flat:
            return gradient
        result = gradient.new_zeros(gradient.shape[0], self._nv)
        result[:, self._velocities] = gradient[:, self._coordinates]
        for quaternion, rotation in zip(self._quaternions, self._rotations, strict=True):
            basis = _rotation_basis(qpos[:, quaternion])
            result[:, rotation] = (gradient[:, quaternion, None] * basis).sum(1)
        return result

    def to_coordinates(self, qpos: Tensor, gradient: Tensor) -> Tensor:
        """A gradient (B, nv) of the degrees of freedom at `qpos` (B, nq), as one (B, nq) of the coordinates."""
        if self.flat:
            return gradient
        result = gradient.new_zeros(gradient.shape[0], self._nq)
        result[:, self._coordinates] = gradient[:, self._velocities]
        for quaternion, rotation in zip(self._quaternions, self._rotations, strict=True):
            length = qpos[:, quaternion].norm(dim=1, keepdim=True)
            # the columns of the basis are orthogonal and half a unit long, so 4 E is the transpose of its inverse
            basis = 4 * _rotation_basis(qpos[:, quaternion] / length)
            result[:, quaternion] = (gradient[:, None, rotation] * basis).sum(2) / length
        return result


def _rotation_basis(quaternion: Tensor) -> Tensor:
    """E for one quaternion (B, 4): columns q * (0, e_i) / 2 (B, 4, 3), rotations being in the body's own frame."""
    w, x, y, z = quaternion.unbind(1)
    columns = [torch.stack(c, 1) for c in ((-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w))]
    return torch.stack(columns, 2) / 2
