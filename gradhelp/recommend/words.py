"""The sentences of `knowledge/templates/simulators.toml`."""

from gradhelp.catalog.rule import Lang
from gradhelp.catalog.tables import template_table


def table() -> dict[str, dict[str, str]]:
    """Both languages."""
    return template_table("simulators")


def say(lang: Lang, key: str, **values: object) -> str:
    """One sentence with its placeholders filled."""
    return table()[lang][key].format(**values)
