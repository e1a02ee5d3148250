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

Play = Callable[[Any], Any]


class Discrete(Exception):
    """The action is not continuous: there is no gradient by construction."""


class Rollout:
    """`(observation, reward or None)` after the given actions, as one vector; `labels` names its entries."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self.labels: list[str] = []

    def __call__(self, actions: Any) -> Any:
        import jax

        observation, reward = self._play(actions)
        seen = jax.numpy.ravel(observation)
        self.labels = [f"observation[{index}]" for index in range(seen.size)]
        if reward is None:
            return seen
        rewards = jax.numpy.ravel(reward)
        self.labels += ["reward"] if rewards.size == 1 else [f"reward[{index}]" for index in range(rewards.size)]
        return jax.numpy.concatenate([seen, rewards])


def probe_jax(environment: Any, wire: Wire) -> None:
    """Measure and send, part by part."""
    import jax

    try:
        play, size, api = _play_of(environment)
    except Discrete:
        _send_interface(wire, "", "", 0)
        wire.send("torch_action", outcome="discrete")
        return
    rollout = Rollout(play)
    outputs = rollout(jax.numpy.zeros((1, size)))
    _send_interface(wire, api, describe(outputs), size)
    wire.send("torch_action", outcome="jax")
    actions = 0.3 * jax.random.normal(jax.random.PRNGKey(1), (STEPS, size))
    _send_modes(rollout, actions, wire)
    _send_horizon(rollout, size, wire)


def _send_interface(wire: Wire, api: str, outputs: str, size: int) -> None:
    action = {
        "agent": None,
        "shape": [size] if size else [],
        "discrete": not size,
        "low": [],
        "high": [],
        "bounded": False,
    }
    wire.send(
        "interface", api=[api] if api else [], reset="", step="", observation=outputs, reward="", actions=[action],
        takes="JAX arrays", space="",
    )  # fmt: skip


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
        "jax_modes",
        steps=STEPS,
        labels=rollout.labels,
        differences=[{"step": size, "slopes": each} for size, each in slopes.items()],
        **told,
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


def _play_of(environment: Any) -> tuple[Play, int, str]:
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
        raise Discrete
    return int(shape[0]) if shape else 1


def _functional(environment: Any) -> Play:
    import jax

    start = environment.initial(jax.random.PRNGKey(0))

    def play(actions: Any) -> Any:
        state = start
        for action in actions:
            state = environment.transition(state, action, None)
        return environment.observation(state, None), None

    return play


def _brax(environment: Any) -> Play:
    import jax

    start, step = jax.jit(environment.reset)(jax.random.PRNGKey(0)), jax.jit(environment.step)

    def play(actions: Any) -> Any:
        state = start
        for action in actions:
            state = step(state, action)
        return state.obs, state.reward

    return play


def _gymnax(environment: Any) -> Play:
    import jax

    params, key = environment.default_params, jax.random.PRNGKey(0)
    _, start = environment.reset(key, params)

    def play(actions: Any) -> Any:
        state = start
        for action in actions:
            observation, state, reward, *_ = environment.step(key, state, action, params)
        return observation, reward

    return play
