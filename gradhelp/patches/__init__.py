"""Repairs of the user's program on its concrete syntax tree: one small module a kind of edit, in `kinds`.

A kind looks at what a check saw (its evidence, and the path where there is one) and at the parsed files, and yields
drafts: changed files whose formatting and comments are otherwise the user's own. It never decides whether a draft is
right; that is found out by running it. Rules name kinds in their `rule.toml`, with hyphens for underscores.
This module imports nothing heavy, so that the catalogue can check the names.
"""

import pkgutil
from functools import cache
from pathlib import Path

__all__ = ["patch_names"]


@cache
def patch_names() -> frozenset[str]:
    """Every kind of patch, by the name that rules use."""
    folder = Path(__file__).parent / "kinds"
    return frozenset(info.name.replace("_", "-") for info in pkgutil.iter_modules([str(folder)]))
