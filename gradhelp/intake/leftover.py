"""The script that was pasted along with a traceback: what is code among the lines that no traceback claims."""

from collections.abc import Iterator, Sequence

from gradhelp.intake.assemble import Traceback
from gradhelp.intake.fragment import FENCE, PROMPT, clean_fragment, is_code_line, looks_like_script, parse
from gradhelp.intake.lines import Line

FEWEST_LINES = 2
GAP = 3
"""Blank or strange lines that may stand between two lines of one script."""
TRIES = 6


def code_beside(lines: Sequence[Line], tracebacks: Sequence[Traceback]) -> str:
    """The code, prompts removed; empty where there is none. Fenced blocks win over what merely looks like code."""
    claimed: set[int] = set()
    for traceback in tracebacks:
        claimed.update(range(traceback.first, traceback.last + 1))
    free = [line for line in lines if line.number not in claimed]
    fenced = [block for block in _fenced(free) if looks_like_script(block)]
    if fenced:
        return "\n\n".join(clean_fragment(block) for block in fenced)
    blocks = [_trimmed(block) for block in _stretches(free) if block]
    code = [block for block in blocks if block.count("\n") + 1 >= FEWEST_LINES and looks_like_script(block)]
    return "\n\n".join(code)


def _fenced(lines: Sequence[Line]) -> Iterator[str]:
    """The insides of Markdown fences."""
    inside: list[str] | None = None
    for line in lines:
        if FENCE.match(line.raw):
            if inside:
                yield "\n".join(inside)
            inside = [] if inside is None else None
        elif inside is not None:
            inside.append(line.raw)


def _stretches(lines: Sequence[Line]) -> Iterator[str]:
    """Neighbouring lines that look like code, from the first to the last of them."""
    block: list[Line] = []
    strange: list[Line] = []
    for line in lines:
        neighbour = not block or line.number - (strange or block)[-1].number <= 1
        is_code = is_code_line(line.raw) or PROMPT.match(line.raw) is not None
        if is_code and neighbour:
            block += [*strange, line]
            strange = []
        elif block and neighbour and (len(strange) < GAP or line.raw[:1].isspace()):
            strange.append(line)
        else:
            yield _text(block)
            block, strange = [line] if is_code else [], []
    yield _text([*block, *strange])


def _text(block: Sequence[Line]) -> str:
    return clean_fragment("\n".join(line.raw for line in block)) if block else ""


def _trimmed(block: str) -> str:
    """Without prose at its end or beginning that keeps it from being Python; as it is where that does not help."""
    lines = block.split("\n")
    if parse(block) is not None:
        return block
    for cut in range(1, min(TRIES, len(lines) - 1)):
        for piece in (lines[:-cut], lines[cut:]):
            text = "\n".join(piece).strip("\n")
            if parse(text) is not None:
                return text
    return block
