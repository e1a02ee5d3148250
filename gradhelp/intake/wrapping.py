"""Undoes the wrapping of a screen (cut at a fixed column) or a mail program (cut between words) in frames' lines.

Nothing is joined unless that makes a `File "…", line N` line whole, or a message fills the width more than once.
"""

import re
import unicodedata
from collections import Counter

from gradhelp.intake import cpython
from gradhelp.intake.lines import Line
from gradhelp.intake.message import is_typed

NARROWEST = 40
WIDEST = 250
PIECES = 5
WIDE = ("W", "F")
BEGUN = re.compile(r"\s*+(?:> )?File ?(?:\"|$)")


def unwrap(lines: list[Line]) -> list[Line]:
    """The lines with wrapped ones made whole."""
    if not any("File" in line.text or "Error" in line.text for line in lines):
        return lines
    width = _screen_width(lines)
    if width:
        lines = _joined_at(lines, width)
    return _frames_made_whole(lines)


def _screen_width(lines: list[Line]) -> int:
    """The column at which a screen cut the lines; 0 where nothing shows that one did."""
    widths = [_width(line.text) for line in lines]
    widest = max(widths, default=0)
    if not NARROWEST <= widest <= WIDEST or Counter(widths)[widest] < 2:
        return 0
    full = [at for at, width in enumerate(widths[:-1]) if width == widest]
    return widest if any(_is_cut(lines, at, widths) for at in full) else 0


def _is_cut(lines: list[Line], at: int, widths: list[int]) -> bool:
    """Whether the line goes on in the next one beyond doubt."""
    text, following = lines[at].text, lines[at + 1].text
    if BEGUN.match(text) and not cpython.CALL.match(text):
        return cpython.CALL.match(text + following) is not None
    if cpython.CALL.match(text):
        return bool(following) and not following[0].isspace() and not following.startswith(("File ", "Traceback"))
    return is_typed(text) is not None and widths[at + 1] in (widths[at], widths[at] - 1)


def _joined_at(lines: list[Line], width: int) -> list[Line]:
    """Full lines joined with the next one. A blank at the very edge got lost when the screen was copied."""
    joined: list[Line] = []
    gap: str | None = None
    for line in lines:
        if gap is not None and line.text:
            last = joined[-1]
            joined[-1] = Line(last.number, last.text + gap + line.text, last.raw + gap + line.raw)
        else:
            gap = None
            joined.append(line)
        missing = width - _width(line.text)
        gap = "" if missing == 0 else " " if missing == 1 and gap is not None else None
    return joined


def _frames_made_whole(lines: list[Line]) -> list[Line]:
    """`File` lines that were broken, at a word or amid one, in one line again."""
    whole: list[Line] = []
    at = 0
    while at < len(lines):
        line, end = _whole_frame(lines, at) if _is_broken(lines[at].text) else (lines[at], at + 1)
        whole.append(line)
        at = end
    return whole


def _is_broken(text: str) -> bool:
    return bool(BEGUN.match(text)) and (text.endswith(" in") or not cpython.CALL.match(text))


def _whole_frame(lines: list[Line], at: int) -> tuple[Line, int]:
    first = lines[at]
    tight = spaced = first.text
    for end in range(at + 1, min(at + PIECES, len(lines))):
        tight += lines[end].text.lstrip()
        spaced += " " + lines[end].text.lstrip()
        for text in (tight, spaced):
            if cpython.CALL.match(text) and not text.endswith(" in"):
                return Line(first.number, text, text), end + 1
    return first, at + 1


def _width(text: str) -> int:
    """Columns on a screen: Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in WIDE else 1 for character in text)
