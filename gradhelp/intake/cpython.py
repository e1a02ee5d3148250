"""The interpreter's own layout, of all versions, and what is made after it (loguru, Lightning, ray, faulthandler)."""

import re
from collections.abc import Sequence

from gradhelp.intake.lines import Line
from gradhelp.intake.tokens import Call, Head, Link, Match, frame

HEADER = "Traceback (most recent call last)"
FORWARD = ("Traceback of forward call that", "Previous calculation was induced by")
INNERMOST_FIRST = "(most recent call first)"
OCCURRED = re.compile(r"\s*Exception has occurred: ([\w.]{1,120})")
"""A debugger's report (VS Code): type, message, then the frames, innermost first."""
CAUSE = "The above exception was the direct cause of"
CONTEXT = "During handling of the above exception"

CALL = re.compile(r"(\s*)(?:[>»] ?)?File [\"']?([^\"'\n]*+)[\"']?, line (\d{1,9})(?:,? in (.*))?$")
MARKS = re.compile(r"[\s~^│└┬├|]*+$")
VALUES = re.compile(r"[\s│]*+[│└]")
"""loguru draws the values of the variables below the line of code."""
CODE_LINES = 40


def header(lines: Sequence[Line], at: int) -> Match | None:
    """`Traceback (most recent call last):` in any of its forms, and the sentences between chained tracebacks."""
    text = lines[at].text
    indent = len(text) - len(text.lstrip())
    if HEADER in text:
        name = text[: text.index(HEADER)].strip()
        kind = name if name.replace(".", "_").isidentifier() else ""
        return Match((Head(type=kind, indent=indent),), at + 1)
    if any(words in text for words in FORWARD):
        return Match((Head(forward=True, indent=indent),), at + 1)
    if INNERMOST_FIRST in text:
        return Match((Head(innermost_first=True, indent=indent),), at + 1)
    occurred = OCCURRED.match(text)
    if occurred:
        first = lines[at + 1].text if at + 1 < len(lines) and not CALL.match(lines[at + 1].text) else ""
        head = Head(type=occurred[1], message=first.strip(), innermost_first=True)
        return Match((head,), at + 1 + bool(first))
    if CAUSE in text:
        return Match((Link("cause"),), at + 1)
    if CONTEXT in text:
        return Match((Link("context"),), at + 1)
    return None


def call(lines: Sequence[Line], at: int) -> Match | None:
    """`File "x.py", line 3, in f`, its code and the marks below it."""
    text = lines[at].text
    found = CALL.match(text) if "File " in text and ", line " in text else None
    if not found:
        return None
    end = at + 1
    indent = len(found[1])
    code: list[str] = []
    while end < min(len(lines), at + CODE_LINES) and _belongs(lines[end].text, indent, bool(code)):
        if not MARKS.match(lines[end].text) and not VALUES.match(lines[end].text):
            code.append(lines[end].text.strip())
        end += 1
    found_frame = frame(found[2], found[3], found[4] or "", " ".join(code))
    return Match((Call(found_frame, indent),), end)


def _belongs(text: str, indent: int, has_code: bool) -> bool:
    """Whether a line is code or marks of the frame above. Pastes that lost their indentation show one line of code."""
    if not text.strip() or CALL.match(text) or HEADER in text:
        return False
    deeper = len(text) - len(text.lstrip()) > indent
    return deeper or bool(MARKS.match(text)) or (indent == 0 and not has_code and not _ends_traceback(text))


def _ends_traceback(text: str) -> bool:
    """Whether a line without indentation rather is the error than code."""
    return re.match(r"[\w.]{1,120}(?:Error|Exception|Interrupt|Exit|Warning)\b(?!\()", text) is not None


def rule(lines: Sequence[Line], at: int) -> Match | None:
    """The rules between the members of an exception group."""
    text = lines[at].text
    if not text.startswith("+-"):
        return None
    numbered = re.search(r"-{3,40} (?:\d{1,6}|\.\.\.) -", text)
    return Match((Link("group"), Head()) if numbered else (Link("none"),), at + 1)
