"""The sentences of `knowledge/templates/simulators.toml`."""

import tomllib
from functools import cache

from gradhelp.catalog.rule import Lang
from gradhelp.paths import knowledge


@cache
def table() -> dict[str, dict[str, str]]:
    """Both languages; that they agree is a test's business."""
    return tomllib.loads((knowledge() / "templates" / "simulators.toml").read_text(encoding="utf-8"))


def say(lang: Lang, key: str, **values: object) -> str:
    """One sentence with its placeholders filled."""
    return table()[lang][key].format(**values)
