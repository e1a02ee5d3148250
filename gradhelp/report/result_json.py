"""A diagnosis as the JSON object of the contract."""

import re

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report.disarm import harmful

_NOT_ASCII = re.compile(r"[^\x00-\x7e]")


def to_json(diagnosis: Diagnosis) -> str:
    r"""One JSON object, indented; nothing is lost: characters that could deceive a terminal stand as `\u` escapes."""
    text = diagnosis.model_dump_json(indent=2)
    return _NOT_ASCII.sub(lambda match: _escaped(match[0]), text) + "\n"


def _escaped(character: str) -> str:
    """Beyond ASCII, characters occur only within strings, where an escape means the same."""
    if not harmful(character):
        return character
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
