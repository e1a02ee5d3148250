"""The only module that writes to standard output: results, and the help that was asked for.

A reader that has gone away (`gradhelp … | head`) is no error: what was to be said is said, and the exit code stays.
"""

import os
import sys

from gradhelp.cli import terminal
from gradhelp.errors import UsageError
from gradhelp.report.glyphs import carried, carried_json


def write(text: str) -> None:
    """Text, with stand-ins for what the stream's encoding cannot carry."""
    _write(carried(text, terminal.encoding(sys.stdout)))


def write_json(text: str) -> None:
    """JSON, with escapes for what the stream's encoding cannot carry."""
    _write(carried_json(text, terminal.encoding(sys.stdout)))


def colour() -> bool:
    """Whether results may have colours."""
    return terminal.colour(sys.stdout)


def _write(text: str) -> None:
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _swallow_the_rest()
    except OSError as error:
        _swallow_the_rest()
        raise UsageError(f"standard output cannot be written: {error.strerror or error}") from error


def _swallow_the_rest() -> None:
    """The interpreter flushes at exit, and would complain there about what cannot be helped."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - lives as long as the process
