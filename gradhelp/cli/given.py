"""Reads what the user hands over as a file or on standard input."""

import codecs
import sys
from pathlib import Path

from gradhelp.errors import UsageError
from gradhelp.report.phrases import Phrases

STDIN = "-"
MOST_BYTES = 16 * 1024 * 1024
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text(name: str, words: Phrases) -> str:
    """The text of the file `name`, or of standard input for `-`.

    Encoded as its byte order mark says, else UTF-8; bytes that are neither are replaced, for a log may hold anything.
    """
    raw = _bytes(name, words)
    if len(raw) > MOST_BYTES:
        raise UsageError(words.say("too_long", name=_shown(name, words), megabytes=MOST_BYTES // 1024**2))
    encoding = next((encoding for mark, encoding in _MARKS if raw.startswith(mark)), "utf-8")
    return raw.decode(encoding, "replace").replace("\r\n", "\n")


def _bytes(name: str, words: Phrases) -> bytes:
    try:
        if name == STDIN:
            return b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(words.say("unreadable", name=_shown(name, words), reason=reason)) from error


def _shown(name: str, words: Phrases) -> str:
    return words.say("stdin") if name == STDIN else f"'{name}'"
