"""Central differences of a function of (physics state, action), positions perturbed in the tangent space.

The directions are the degrees of freedom, velocities, activations and action entries, in that order: N = 2 nv + na + nu.
"""

import mujoco
import numpy as np

from gradhelp.bridges.mujoco.arrays import Array
from gradhelp.bridges.mujoco.tangent import TangentSpace

EPSILON = 1e-6
"""Far above the solver's noise, and small enough not to step over a contact's beginning: see README.md."""


class Differences:
    """Where to evaluate, and what to make of the values, for a model whose actions are meant to lie in `bounds`."""

    def __init__(self, model: mujoco.MjModel, bounds: Array, epsilon: float = EPSILON) -> None:
        """`bounds` (nu, 2): from an action inside them no perturbation leads out, as if the derivative were one-sided."""
        if not 0 < epsilon < 1:
            raise ValueError(f"epsilon: expected a small positive number, got {epsilon}")
        self._model, self._bounds, self._epsilon = model, bounds, epsilon
        self._flat = TangentSpace(model).flat
        self._nq, self._nv, self._na = int(model.nq), int(model.nv), int(model.na)
        self.states = 2 * self._nv + self._na
        self.directions = self.states + len(bounds)

    def points(self, physics: Array, action: Array) -> tuple[Array, Array, Array]:
        """For `physics` (B, S) and `action` (B, A): perturbed ones (B, 2, N, ·), plus before minus, and distances (B, N)."""
        batch, (nq, nv) = len(physics), (self._nq, self._nv)
        states = np.repeat(physics[:, None, None], 2, 1).repeat(self.directions, 2)
        actions = np.repeat(action[:, None, None], 2, 1).repeat(self.directions, 2)
        widths = np.full((batch, self.directions), 2 * self._epsilon)
        for side, sign in enumerate((1, -1)):
            if self._flat:
                offsets = sign * self._epsilon * np.eye(self.states)
                states[:, side, : self.states, 1:] += offsets
            else:
                self._turn(states[:, side], sign * self._epsilon)
                states[:, side, nv : self.states, 1 + nq :] += sign * self._epsilon * np.eye(nv + self._na)
            diagonal = np.arange(actions.shape[-1])
            actions[:, side, self.states + diagonal, diagonal] = self._moved(action, sign * self._epsilon)
        ends = actions[:, :, self.states :].diagonal(axis1=2, axis2=3)
        widths[:, self.states :] = ends[:, 0] - ends[:, 1]
        return states, actions, widths

    def _turn(self, states: Array, amount: float) -> None:
        """Moves the positions of state b, direction i, by `amount` along degree of freedom i."""
        for number, direction in enumerate(np.eye(self._nv)):
            for state in states[:, number]:
                mujoco.mj_integratePos(self._model, state[1 : 1 + self._nq], direction, amount)

    def _moved(self, action: Array, amount: float) -> Array:
        low, high = self._bounds.T
        inside = (low <= action) & (action <= high)
        return np.where(inside, np.clip(action + amount, low, high), action + amount)

    def of_states(self, physics: Array, widths: Array) -> Array:
        """Jacobian (B, 2 nv + na, N) of the physics states (B, 2, N, S) that were reached from the points."""
        plus, minus = physics[:, 0, :, 1:], physics[:, 1, :, 1:]
        if self._flat:
            return self.of_values(physics[..., 1:], widths)
        nq, nv = self._nq, self._nv
        result = np.empty((*plus.shape[:2], self.states))
        for row in np.ndindex(plus.shape[:2]):
            mujoco.mj_differentiatePos(self._model, result[row][:nv], 1.0, minus[row][:nq], plus[row][:nq])
        result[..., nv:] = plus[..., nq:] - minus[..., nq:]
        return np.swapaxes(result / widths[..., None], 1, 2)

    @staticmethod
    def of_values(values: Array, widths: Array) -> Array:
        """Jacobian (B, K, N) of numbers (B, 2, N, K) that were computed at the points."""
        return np.swapaxes((values[:, 0] - values[:, 1]) / widths[..., None], 1, 2)
