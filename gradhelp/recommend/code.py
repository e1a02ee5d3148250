"""The first lines of a program with a chosen simulator, in the user's own setting.

A template may use: `env` (the user's environment id where it is a plain one, else empty), `envs` (environments at
once), `horizon` (steps, or None), `device` ("cpu" or "cuda:0"), `gpu`, `contacts` (bool). Nothing else of the user's
enters, and an id only if it holds nothing but letters, digits and `-_.:/`, so that it is harmless in a string literal.
"""

import re
from functools import cache

from jinja2 import StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from gradhelp.catalog.simulator import Simulator
from gradhelp.recommend.needs import Needs

_PLAIN = re.compile(r"[\w.:/-]{1,80}", re.ASCII)


@cache
def _environment() -> SandboxedEnvironment:
    return SandboxedEnvironment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)


def first_lines(simulator: Simulator, needs: Needs) -> str:
    """Python source; empty where there is no template for it."""
    if not simulator.code:
        return ""
    own = simulator.id in needs.uses or (simulator.id == "mujoco" and "gymnasium-mujoco" in needs.uses)
    named = needs.environment or ""
    gpu = needs.device == "gpu"
    rendered = (
        _environment()
        .from_string(simulator.code)
        .render(
            env=named if own and _PLAIN.fullmatch(named) else "",
            envs=needs.parallel or 1,
            horizon=needs.horizon,
            device="cuda:0" if gpu else "cpu",
            gpu=gpu,
            contacts=bool(needs.contacts),
        )
    )
    return rendered.strip() + "\n"
