"""Environments written in JAX: their step as a pure function of the actions, differentiated in both modes.

Interfaces, told by what they have: `initial` and `transition` (Gymnasium's functional environments); `reset(key)` that
gives a state with `obs` (Brax, Playground); `reset(key, params)` that gives a pair (gymnax).
"""

from __future__ import annotations

import time
from typing import Any, Callable

from .faces import NotUnderstood
from .values import describe
from .wire import Wire, error_text

STEPS = 5
SIZES = (1e-3, 1e-2, 1e-1)
HORIZONS = (1, 2, 5, 10, 20, 50)
SECONDS = 10.0

Rollout = Callable[[Any], Any]


def probe_jax(environment: Any, wire: Wire) -> None:
    """Measure and send, part by part."""
    import jax

    rollout, size, api = _rollout_of(environment)
    outputs = rollout(jax.numpy.zeros((1, size)))
    wire.send(
        "interface", api=[api], reset="", step=describe(outputs), observation=describe(outputs), reward="",
        actions=[{"agent": None, "shape": [size], "discrete": False, "low": [], "high": [], "bounded": False}],
        takes="JAX arrays", space="",
    )  # fmt: skip
    wire.send("torch_action", outcome="jax")
    actions = 0.3 * jax.random.normal(jax.random.PRNGKey(1), (STEPS, size))
    _send_modes(rollout, actions, wire)
    _send_horizon(rollout, size, wire)


def _send_modes(rollout: Rollout, actions: Any, wire: Wire) -> None:
    """Reverse mode, forward mode and differences of the summed outputs along one direction."""
    import jax

    direction = jax.random.normal(jax.random.PRNGKey(2), actions.shape)
    direction = direction / jax.numpy.linalg.norm(direction)
    told: dict[str, Any] = {}
    try:
        _, forward = jax.jvp(rollout, (actions,), (direction,))
        told["forward"] = [float(each) for each in forward]
    except Exception as error:
        told["forward_error"] = error_text(error)
    try:
        jacobian = jax.jacrev(rollout)(actions)
        told["reverse"] = [float(each) for each in (jacobian * direction).sum((-2, -1))]
    except Exception as error:
        told["reverse_error"] = error_text(error)
    slopes = {
        size: [
            float(each)
            for each in (rollout(actions + size * direction) - rollout(actions - size * direction)) / (2 * size)
        ]
        for size in SIZES
    }
    wire.send(
        "jax_modes", steps=STEPS, differences=[{"step": size, "slopes": each} for size, each in slopes.items()], **told
    )


def _send_horizon(rollout: Rollout, size: int, wire: Wire) -> None:
    import jax

    began, norms = time.monotonic(), []
    for steps in HORIZONS:
        actions = 0.3 * jax.random.normal(jax.random.PRNGKey(1), (steps, size))
        try:
            gradient = jax.grad(lambda given: (rollout(given) ** 2).sum() / 2)(actions)
        except Exception as error:
            wire.send("unmeasured", part="horizon", error=error_text(error))
            return
        norms.append({"steps": steps, "norm": float(jax.numpy.linalg.norm(gradient[0]))})
        if time.monotonic() - began > SECONDS:
            break
    wire.send("horizon", way="autograd", norms=norms)


def _rollout_of(environment: Any) -> tuple[Rollout, int, str]:
    if hasattr(environment, "transition") and hasattr(environment, "initial"):
        return _functional(environment), _size(environment.action_space), "functional"
    import jax

    key = jax.random.PRNGKey(0)
    try:
        start = environment.reset(key)
    except TypeError:
        return _gymnax(environment), _size(environment.action_space(environment.default_params)), "gymnax"
    if hasattr(start, "obs"):
        return _brax(environment), int(environment.action_size), "brax"
    if isinstance(start, tuple) and hasattr(environment, "default_params"):
        return _gymnax(environment), _size(environment.action_space(environment.default_params)), "gymnax"
    raise NotUnderstood("reset(key) gives neither a state with obs nor a pair")


def _size(space: Any) -> int:
    shape = getattr(space, "shape", None)
    if shape is None or "int" in str(getattr(space, "dtype", "float")):
        raise NotUnderstood("the action is discrete: there is no gradient by construction")
    return int(shape[0]) if shape else 1


def _functional(environment: Any) -> Rollout:
    import jax

    start = environment.initial(jax.random.PRNGKey(0))

    def rollout(actions: Any) -> Any:
        state = start
        for action in actions:
            state = environment.transition(state, action, None)
        return jax.numpy.ravel(environment.observation(state, None))

    return rollout


def _brax(environment: Any) -> Rollout:
    import jax

    start, step = jax.jit(environment.reset)(jax.random.PRNGKey(0)), jax.jit(environment.step)

    def rollout(actions: Any) -> Any:
        state = start
        for action in actions:
            state = step(state, action)
        return jax.numpy.concatenate([jax.numpy.ravel(state.obs), jax.numpy.ravel(state.reward)])

    return rollout


def _gymnax(environment: Any) -> Rollout:
    import jax

    params, key = environment.default_params, jax.random.PRNGKey(0)
    _, start = environment.reset(key, params)

    def rollout(actions: Any) -> Any:
        state = start
        for action in actions:
            observation, state, reward, *_ = environment.step(key, state, action, params)
        return jax.numpy.concatenate([jax.numpy.ravel(observation), jax.numpy.ravel(reward)])

    return rollout
