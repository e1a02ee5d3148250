"""What to do instead of gradients through the simulator, and when each is right: `knowledge/alternatives.toml`.

What may speak for a method: always, contacts, long-horizon, short-horizon, many-environments, few-environments,
optimisation, mujoco, vision, gradients-wanted, closed. The words real-robot, few-parameters, discrete and imitation
cannot be known from needs; they are there for the reader of the file.
"""

import tomllib
from functools import cache

from gradhelp.catalog.rule import Bilingual
from gradhelp.model.span import Frozen
from gradhelp.paths import knowledge
from gradhelp.recommend.needs import LONG_HORIZON, Needs

MANY = 64


class Alternative(Frozen):
    """A way to train without a gradient of the dynamics."""

    id: str
    fits: tuple[str, ...]
    name: Bilingual
    when: Bilingual


@cache
def load_alternatives() -> tuple[Alternative, ...]:
    """All of them, in the order of the file."""
    raw = tomllib.loads((knowledge() / "alternatives.toml").read_text(encoding="utf-8"))
    return tuple(Alternative(**each) for each in raw["alternative"])


def alternatives(needs: Needs) -> list[Alternative]:
    """All methods, those first for which most of the needs speak."""
    tags = _tags(needs)
    return sorted(load_alternatives(), key=lambda each: -len(tags.intersection(each.fits)))


def _tags(needs: Needs) -> frozenset[str]:
    horizon, parallel = needs.horizon or 0, needs.parallel or 1
    told = {
        "always": True,
        "contacts": bool(needs.contacts),
        "long-horizon": horizon > LONG_HORIZON,
        "short-horizon": 0 < horizon <= LONG_HORIZON,
        "many-environments": parallel >= MANY,
        "few-environments": needs.parallel is not None and parallel < MANY,
        "optimisation": needs.domain == "optimisation",
        "mujoco": bool({"mujoco", "gymnasium-mujoco", "dm-control"}.intersection(needs.uses)),
        "vision": needs.domain in ("vision", "driving", "navigation"),
        "closed": needs.domain in ("driving", "navigation"),
        "gradients-wanted": bool(needs.gradients),
    }
    return frozenset(tag for tag, holds in told.items() if holds)
