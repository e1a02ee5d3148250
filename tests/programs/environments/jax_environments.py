"""Environments in JAX, for those who have it: a loop without reverse mode, and gymnax with and without its switch."""

from typing import NamedTuple


class State(NamedTuple):
    q: object
    obs: object
    reward: object


class Looping:
    """A solver in a while loop, as contact solvers are: forward mode only."""

    action_size = 1

    def reset(self, rng):
        import jax.numpy as jnp

        q = jnp.zeros(1)
        return State(q, q, jnp.zeros(()))

    def step(self, state, action):
        import jax
        import jax.numpy as jnp

        start = (0, state.q)
        _, q = jax.lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 0.9 + 0.1 * action), start)
        return State(q, q, -jnp.sum(q**2))


def gymnax_as_it_comes():
    import gymnax

    return gymnax.make("Pendulum-v1")[0]


def gymnax_switched_on():
    return gymnax_as_it_comes().with_transition_gradients()


def gymnasium_functional():
    from gymnasium.envs.phys2d.pendulum import PendulumFunctional

    return PendulumFunctional()


def brax(name, backend="generalized"):
    from brax import envs

    return envs.get_environment(name, backend=backend)
