"""Lines of a stream → messages: one line each, except for a traceback, for what stands between ``` lines, and for a paste.

A traceback ends with the line that names its error. Where a terminal can tell that more is there already, what comes
at once belongs together.
"""

import re
import select
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

FENCE = "```"
HEAD = "Traceback (most recent call last)"
LAST = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Warning)\b")
AT_ONCE = 0.05
"""Seconds within which no hand types another line."""
MOST_LINES = 100_000


def messages(stream: TextIO, more: Callable[[], bool]) -> Iterator[str]:
    """The messages until the stream ends. `more` tells whether another line is there at once."""
    lines = iter(stream.readline, "")
    for line in lines:
        if line.strip().startswith(FENCE):
            yield "".join(_until(lines, lambda each: each.strip() == FENCE))
        elif HEAD in line and not more():
            yield line + "".join(_until(lines, _is_last, keep=True))
        else:
            yield line + "".join(_burst(stream, more))


def more_on(stream: TextIO) -> Callable[[], bool]:
    """For a terminal, whether a line can be read without waiting; nothing is known of a pipe."""
    if not stream.isatty() or sys.platform == "win32":
        return lambda: False
    return lambda: bool(select.select([stream], [], [], AT_ONCE)[0])


def _until(lines: Iterator[str], ends: Callable[[str], bool], keep: bool = False) -> Iterator[str]:
    for line in lines:
        if ends(line):
            if keep:
                yield line
            return
        yield line


def _is_last(line: str) -> bool:
    return LAST.match(line) is not None


def _burst(stream: TextIO, more: Callable[[], bool]) -> Iterator[str]:
    for _ in range(MOST_LINES):
        if not more() or not (line := stream.readline()):
            return
        yield line
