"""What to probe, from what the user typed: an environment id, `module:factory`, `file.py:factory`, or a script."""

import re
from pathlib import Path
from typing import Literal

from gradhelp.model.span import Frozen

_VERSIONED = re.compile(r"[\w./-]*-v\d+")
_MODULE = re.compile(r"[A-Za-z_][\w.]*")
_FACTORY = re.compile(r"[A-Za-z_][\w.]*")


class Target(Frozen):
    """`name` is the id or the factory's; `script` or `module` is where it comes from, neither for a plain id."""

    kind: Literal["id", "factory", "script"]
    name: str = ""
    script: Path | None = None
    module: str | None = None


def target_of(text: str) -> Target:
    """What `text` names. Anything that is neither a file nor `module:factory` is an id, for Gymnasium to judge."""
    place, colon, name = text.rpartition(":")
    if colon and place.endswith(".py") and _FACTORY.fullmatch(name):
        return Target(kind="factory", name=name, script=Path(place))
    if text.endswith(".py"):
        return Target(kind="script", script=Path(text))
    if colon and _MODULE.fullmatch(place) and _FACTORY.fullmatch(name) and not _VERSIONED.fullmatch(name):
        return Target(kind="factory", name=name, module=place)
    return Target(kind="id", name=text)
