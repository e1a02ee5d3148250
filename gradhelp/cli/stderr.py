"""The only module that writes to standard error: complaints, progress, and what `run` has to explain.

A standard error that cannot be written is no reason to fail: whatever was to be said there is dropped.
"""

import contextlib
import os
import sys
from enum import IntEnum

from gradhelp.cli import terminal
from gradhelp.report.disarm import disarm, one_line
from gradhelp.report.glyphs import carried

_ERASE = "\r\x1b[2K"


class ExitCode(IntEnum):
    """What the exit code of a command says. `run` keeps the script's own instead."""

    FINE = 0
    """Nothing wrong was found, or the command did what it was asked for."""
    FOUND = 1
    """At least one finding of severity error."""
    USAGE = 2
    """Wrong usage, or input that cannot be read."""
    NOT_ANALYSED = 3
    """The input is fine, but no analysis was possible; standard error says why."""
    INTERRUPTED = 130
    """Ended by Ctrl-C, as a shell reports it."""


def write(text: str) -> None:
    """Text that has been made fit for a terminal by a renderer."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(carried(text, terminal.encoding(sys.stderr)))
        sys.stderr.flush()


def complain(sentence: str) -> None:
    """`gradhelp: sentence`; the sentence may hold names of the user's."""
    write(f"gradhelp: {disarm(sentence).strip()}\n")


def colour() -> bool:
    """Whether what is written here may have colours."""
    return terminal.colour(sys.stderr)


def is_watched() -> bool:
    """Whether progress can be shown: only on a terminal that can erase a line."""
    return terminal.is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"


def show_line(text: str) -> None:
    """Replace the progress line; it never wraps, since a wrapped line could not be erased."""
    clean = one_line(text)
    while clean and cells(clean) > room():
        clean = clean[:-1]
    write(f"{_ERASE}{clean}")


def room() -> int:
    """How many cells the progress line has."""
    return terminal.width() - 1


def erase_line() -> None:
    """Leave nothing of the progress line behind."""
    write(_ERASE)


def cells(text: str) -> int:
    """An upper bound of the width, without the import of rich."""
    return sum(1 if character.isascii() else 2 for character in text)
