"""The boxes that rich (and typer, Lightning's CLI, hydra-zen) draw round a traceback, with or without local variables.

Inside the box every line is as wide as the box, and what does not fit goes on in the next line, even amid a number.
"""

import re
from collections.abc import Iterator, Sequence

from gradhelp.intake.lines import Line
from gradhelp.intake.tokens import Blank, Call, Head, Match, Token, frame

TOP = re.compile(r"\s*+[╭┌┏+][─━ -]*+Traceback \(most recent call last\)")
BOTTOM = re.compile(r"\s*+[╰└┗+][─━-]{3,}")
SIDES = "│┃|"
INNER_TOP = re.compile(r"[╭┌+][─━-]{3,}")
INNER_BOTTOM = re.compile(r"[╰└+][─━-]{3,}")
CALL = re.compile(r"(\S.{0,1500}?):(\d{1,9}) in (.{1,400})$")
POINTER = re.compile(r"\s{0,2}[❱>] ?\s*+(\d{1,9})(?:\s[│|]?|$)(.*)$")
BOX_LINES = 20_000
SIDES_WIDTH = 4


def box(lines: Sequence[Line], at: int) -> Match | None:
    """A whole box; or one whose top was cut off, from a line that names a frame."""
    text = lines[at].text
    head: tuple[Token, ...] = ()
    start = at
    if TOP.match(text):
        start, head = at + 1, (Head(),)
    elif not CALL.match((_content(text) or "").strip()):
        return None
    end = start
    while end < min(len(lines), start + BOX_LINES) and _content(lines[end].text) is not None:
        end += 1
    width = max((len(line.text) for line in lines[start:end]), default=0)
    calls = tuple(_calls([_content(line.text) or "" for line in lines[start:end]], width))
    closed = end < len(lines) and BOTTOM.match(lines[end].text) is not None
    return Match((*head, *calls, Blank()), end + closed)


def _content(text: str) -> str | None:
    """What stands between the box's sides; None where there are none."""
    inside = text.strip()
    if len(inside) < 2 or inside[0] not in SIDES:
        return None
    inside = inside[1:]
    return (inside[:-1] if inside[-1] in SIDES else inside).removeprefix(" ").rstrip()


def _calls(contents: list[str], width: int) -> Iterator[Token]:
    """The frames of a box: a paragraph that begins in the first column, then code in which a pointer marks the line."""
    at = 0
    heading = ""
    while at < len(contents):
        content = contents[at]
        if INNER_TOP.match(content):
            at = _behind_locals(contents, at)
            continue
        at += 1
        if not _is_heading(content):
            heading = ""
            continue
        heading += content
        if at < len(contents) and _is_heading(contents[at]):
            heading += "" if len(content) >= width - SIDES_WIDTH and not content.endswith(" in") else " "
            continue
        found = CALL.match(heading)
        if found:
            yield Call(frame(found[1], found[2], found[3], _pointed(contents, at)))


def _is_heading(content: str) -> bool:
    """Code is indented or pointed at; only the lines that name a frame begin in the first column."""
    return bool(content) and not content[0].isspace() and content[0] not in "❱>…" and not INNER_TOP.match(content)


def _behind_locals(contents: list[str], at: int) -> int:
    """The index behind a panel of local variables."""
    for end in range(at + 1, len(contents)):
        if INNER_BOTTOM.match(contents[end]):
            return end + 1
    return len(contents)


def _pointed(contents: list[str], at: int) -> str:
    """The code that the pointer marks, up to the next frame."""
    for content in contents[at : at + 40]:
        found = POINTER.match(content)
        if found:
            return found[2].replace("│", " ").strip()
        if INNER_TOP.match(content):
            break
    return ""
