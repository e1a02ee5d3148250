"""The layouts of IPython, Jupyter, Colab and editors' notebooks, old and new."""

import re
from collections.abc import Sequence

from gradhelp.intake.lines import Line
from gradhelp.intake.tokens import Blank, Call, Match, Token, frame

CELL = re.compile(r"\s{0,40}((?:Cell|Input) In ?\[ ?\d{0,6}\])(?:, line (\d{1,9}))?(?:,? in (.*))?$")
EDITOR_CELL = re.compile(r"\s{0,40}(\S.{0,400}\.ipynb Cell \d{1,6})(?:,? line (\d{1,9}))?(?:,? in (.*))?$")
FILE = re.compile(r"\s{0,40}File (\S.{0,600}?):(\d{1,9})(?:,? in (.*))?$")
OLD = re.compile(
    r"\s{0,40}(<(?:ipython-input|__array_function__|decorator-gen|string|magic-timeit)[^<>\n]{0,120}>"
    r"|(?:[\w~./\\-]|[A-Za-z]:)[^\n:\"']{0,500}\.(?:py|pyx|pyi|pxi)) in (\S.*)$"
)
LAYOUTS = (CELL, EDITOR_CELL, FILE, OLD)
CODE = re.compile(r"\s*+(?:([-–—]{1,8}>)\s{0,4})?(\d{1,7})(?:\s|$)(.*)$")
ELIDED = re.compile(r"\s*+(?:\(\.\.\.\)|\.\.\.|\[\.\.\.)")
RULE = re.compile(r"\s{0,40}-{20,}$")
CODE_LINES = 400


def call(lines: Sequence[Line], at: int) -> Match | None:
    """A cell, file or old-style header and the numbered code below it, where an arrow marks the line."""
    text = lines[at].text
    if RULE.match(text):
        return Match((Blank(),), at + 1)
    found = _heading(text)
    if not found:
        return None
    file, line, function = found
    end = at + 1
    code = ""
    while end < min(len(lines), at + CODE_LINES):
        numbered = CODE.match(lines[end].text)
        if numbered and numbered[1]:
            line, code = numbered[2], numbered[3]
        elif not numbered and not ELIDED.match(lines[end].text):
            break
        end += 1
    tokens: tuple[Token, ...] = (Call(frame(file, line, function, code)),) if line else (Blank(),)
    return Match(tokens, end)


def _heading(text: str) -> tuple[str, str, str] | None:
    """File, line (empty where the arrow has to tell) and function of a frame's first line."""
    if not any(sign in text for sign in ("In", "Cell", "File ", " in ")):
        return None
    for layout in LAYOUTS:
        found = layout.match(text)
        if found and layout is OLD:
            return found[1], "", found[2]
        if found:
            return found[1], found[2] or "", found[3] or ""
    return None
