"""The line of a file that a message names: "line 41", "train.py:41", "第 41 行"."""

import re
from typing import NamedTuple

_NUMBER = r"(?P<{0}>[0-9]{{1,6}})"
_FILE = r"(?P<{0}>[\w./\\-]+\.(?:py|ipynb))"
_ENGLISH = rf"\bline\s*(?:number|no\.?)?\s*#?{_NUMBER.format('en')}\b(?:\s+(?:of|in)\s+{_FILE.format('of')})?"
_CHINESE = rf"(?:{_FILE.format('zf')}\s*的?\s*)?第\s*{_NUMBER.format('zh')}\s*行"
_COLON = rf"{_FILE.format('cf')}:{_NUMBER.format('cn')}\b"
_ASKED = re.compile(rf"{_COLON}|{_CHINESE}|{_ENGLISH}", re.IGNORECASE)


class Place(NamedTuple):
    """A line that was asked about; `file` is empty where none was named."""

    file: str
    line: int


def place_in(message: str) -> Place | None:
    """The line that the message names, if it names one."""
    match = _ASKED.search(message)
    if match is None:
        return None
    part = match.groupdict()
    return Place(part["cf"] or part["zf"] or part["of"] or "", int(part["cn"] or part["zh"] or part["en"]))
