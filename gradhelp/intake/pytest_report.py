"""pytest's layouts: `E   ` lines with the error, `file.py:12: RuntimeError` with the place, in long and short style."""

import re
from collections.abc import Sequence

from gradhelp.intake.lines import Line
from gradhelp.intake.tokens import Blank, Call, Head, Match, Raised, Token, frame

TITLE = re.compile(r"_{3,100} .{1,200} _{3,100}$")
RULE = re.compile(r"(?:_ ){10,}_?$|={10,}.{0,100}={3,}$")
PLACE = re.compile(r"([^\s:][^:\n]{0,400}|[A-Za-z]:[^:\n]{1,400}):(\d{1,9}): ?(in \S{1,200}|[\w.]{1,120})?$")
ERROR = re.compile(r"E {1,12}(\S.*)?$")
TYPED = re.compile(r"([^\W\d][\w.]{0,120})(?:: ?(.*))?$")
POINTED = re.compile(r">\s{2,}(\S.*)$")
DEFINITION = re.compile(r"\s{0,40}(?:async )?def (\w{1,100})\(")
LINES_BACK = 400
ERROR_LINES = 200


def report(lines: Sequence[Line], at: int) -> Match | None:
    """A title, a place or an error block. Rules are kept quiet about."""
    text = lines[at].text
    if text.startswith("___") and TITLE.match(text):
        return Match((Head(),), at + 1)
    if text.startswith(("_ _ _", "=====")) and RULE.match(text):
        return Match((Blank(),), at + 1)
    if text.startswith("E "):
        return _error(lines, at)
    return _place(lines, at) if ".py:" in text else None


def _place(lines: Sequence[Line], at: int) -> Match | None:
    """`file.py:12: ` (long style, below the code) or `file.py:12: in f` (short style, above it)."""
    found = PLACE.match(lines[at].text)
    if not found:
        return None
    tail = found[3] or ""
    if tail.startswith("in "):
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        code = below.strip() if below.startswith("    ") else ""
        return Match((Call(frame(found[1], found[2], tail[3:], code)),), at + 1 + bool(code))
    code, function, above = _listing(lines, at)
    return Match((Call(frame(found[1], found[2], function, code)),), at + 1, above) if code else None


def _listing(lines: Sequence[Line], at: int) -> tuple[str, str, int]:
    """The line marked with `>`, the function it is in, and the number of lines that the listing above takes."""
    code = function = ""
    above = 0
    for back, line in enumerate(reversed(lines[max(0, at - LINES_BACK) : at]), start=1):
        if RULE.match(line.text) or TITLE.match(line.text) or PLACE.match(line.text):
            break
        pointed = POINTED.match(line.text)
        defined = DEFINITION.match(line.text)
        code = code or (pointed[1] if pointed else "")
        if defined and code:
            function, above = defined[1], back
            break
    return code, function, above


def _error(lines: Sequence[Line], at: int) -> Match | None:
    """The `E` lines, with the place that long style prints below them."""
    end = at
    message: list[str] = []
    while end < min(len(lines), at + ERROR_LINES) and (found := ERROR.match(lines[end].text)):
        message.append(found[1] or "")
        end += 1
    below = next((more for more in range(end, min(end + 3, len(lines))) if lines[more].text), end)
    placed = PLACE.match(lines[below].text) if below < len(lines) else None
    typed = TYPED.match(message[0]) if message else None
    kind = (placed[3] or "") if placed and not (placed[3] or "").startswith("in ") else ""
    if typed and (not kind or typed[1].endswith(kind)):
        kind, message[0] = typed[1], typed[2] or ""
    if not kind or (not kind[0].isupper() and "." not in kind):
        return Match((Blank(),), end)
    tokens: tuple[Token, ...] = (Raised(kind, "\n".join(message).strip()),)
    if placed and not (placed[3] or "").startswith("in "):
        code, function, above = _listing(lines, at)
        return Match((Call(frame(placed[1], placed[2], function, code)), *tokens), below + 1, above)
    return Match(tokens, end)
