"""What a stream can show."""

import os
import shutil
from collections.abc import Mapping
from typing import TextIO

NARROWEST, WIDEST = 40, 200
WITHOUT_TERMINAL = 100


def is_terminal(stream: TextIO | None) -> bool:
    """Whether someone is looking; a closed stream shows nothing."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def colour(stream: TextIO | None, environ: Mapping[str, str] | None = None) -> bool:
    """NO_COLOR forbids, FORCE_COLOR demands, otherwise a terminal that is not dumb gets colours."""
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR"):
        return False
    forced = environ.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    return is_terminal(stream) and environ.get("TERM") != "dumb"


def width() -> int:
    """Columns: COLUMNS, else the terminal's, else enough for code."""
    return min(max(shutil.get_terminal_size((WITHOUT_TERMINAL, 24)).columns, NARROWEST), WIDEST)


def encoding(stream: TextIO | None) -> str:
    """The encoding of a stream."""
    return getattr(stream, "encoding", None) or "utf-8"
