"""The sentences of knowledge/templates/experiments.toml, and the titles of patches."""

import tomllib
from functools import cache

from gradhelp.catalog import Lang
from gradhelp.paths import knowledge


@cache
def _table(name: str) -> dict[str, dict[str, str]]:
    with (knowledge() / "templates" / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)


def say(lang: Lang, key: str, **values: object) -> str:
    """A sentence of knowledge/templates/experiments.toml."""
    return _table("experiments")[lang][key].format(**values)


def title(lang: Lang, patch: str) -> str:
    """What a patch does, in a few words."""
    return _table("patches")[lang].get(patch, patch)
