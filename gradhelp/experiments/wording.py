"""The sentences of knowledge/templates/experiments.toml, and the titles of patches."""

from gradhelp.catalog import Lang
from gradhelp.catalog.tables import template_table


def say(lang: Lang, key: str, **values: object) -> str:
    """A sentence of knowledge/templates/experiments.toml."""
    return template_table("experiments")[lang][key].format(**values)


def title(lang: Lang, patch: str) -> str:
    """What a patch does, in a few words."""
    return template_table("patches")[lang].get(patch, patch)
