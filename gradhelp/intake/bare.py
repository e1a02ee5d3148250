"""Errors without a traceback: only the message, in prose, in a quote, with or without the exception's name."""

import re
from collections.abc import Iterator, Sequence

from gradhelp.intake.families import Family, classify, find_wording
from gradhelp.intake.lines import Line
from gradhelp.intake.message import ends_before, is_typed, join
from gradhelp.intake.tokens import Raised

LOOKED_AT = 60_000
"""Characters at either end of the text that are searched; nobody hides a lone message amid a megabyte."""
LINES_LOOKED_AT = 2000
PARAGRAPH_LINES = 40
SHORTEST = 10
"""Characters of the shortest message that is recognised without its exception's name."""
NAMED = re.compile(r"(?<![A-Za-z0-9_.])([A-Za-z_][\w.]{0,80}(?:Error|Exception|Warning|NotFound|Needed)): ?$")
QUOTED = re.compile(r"(?:\s?>)++\s?")
CLOSING = re.compile(r"[`*_\"'“”）)」】>]{1,4}$")
INSIDE_TYPED = re.compile(
    r"(?:^|[^A-Za-z0-9_.])([A-Za-z_][A-Za-z0-9_.]{0,80}(?:Error|Exception|Interrupt|OutOfMemory|NotFound|Needed))"
    r": ?(\S.*)$"
)


def find(lines: Sequence[Line]) -> tuple[Raised, Family | None] | None:
    """The last known message in the text; failing that, the last line that reads `SomeError: message`."""
    paragraphs = list(_paragraphs(lines))
    for pieces in reversed(paragraphs):
        known = _known(pieces)
        if known:
            return known
    for pieces in reversed(paragraphs):
        typed = _typed(pieces)
        if typed:
            return typed, classify(typed.type, typed.message)
    return None


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[str]]:
    """Stretches between blank lines, from both ends of a long text."""
    paragraph: list[str] = []
    for line in _both_ends(lines):
        text = QUOTED.sub("", line.text).strip()
        goes_on = text and len(paragraph) < PARAGRAPH_LINES and not (paragraph and ends_before(text, paragraph[-1]))
        if goes_on:
            paragraph.append(text)
        elif paragraph:
            yield paragraph
            paragraph = [text] if text else []
    if paragraph:
        yield paragraph


def _both_ends(lines: Sequence[Line]) -> list[Line]:
    head: list[Line] = []
    tail: list[Line] = []
    for kept, order in ((head, lines), (tail, list(reversed(lines)))):
        seen = 0
        for line in order:
            if seen > LOOKED_AT or len(kept) >= LINES_LOOKED_AT:
                break
            kept.append(line)
            seen += len(line.text) + 1
    return list(lines) if len(head) + len(tail) >= len(lines) else head + tail[::-1]


def _known(pieces: list[str]) -> tuple[Raised, Family] | None:
    if sum(map(len, pieces)) < SHORTEST:
        return None
    for text in (" ".join(pieces), "".join(pieces)):
        found = min(find_wording(text.lower()), key=lambda hit: hit[0], default=None)
        if found:
            return _cut_out(text, *found)
    return None


def _cut_out(text: str, start: int, family: Family) -> tuple[Raised, Family]:
    """The message, from the exception's name (or where the known words begin) to the end of the quote or paragraph."""
    named = NAMED.search(text[max(0, start - 100) : start])
    if not named:
        start = _sentence_start(text, start)
        named = NAMED.search(text[max(0, start - 100) : start])
    opening = start - len(named[0]) if named else start
    quote = text[opening - 1 : opening]
    message = text[start:]
    if quote and quote in '`"*':
        message = message.partition(quote)[0]
    return Raised(named[1] if named else family.exception, CLOSING.sub("", message.strip())), family


def _sentence_start(text: str, start: int) -> int:
    """Where the message begins if the telling words stand in its middle: behind the name of the exception."""
    before = text[max(0, start - 300) : start]
    at = max(before.rfind("Error: "), before.rfind("Exception: "))
    return start - len(before) + before.index(": ", at) + 2 if at >= 0 else start


def _typed(pieces: list[str]) -> Raised | None:
    for at in range(len(pieces) - 1, -1, -1):
        found = is_typed(pieces[at])
        if found:
            return Raised(found[2], CLOSING.sub("", join([found[3], *pieces[at + 1 :]])))
        inside = INSIDE_TYPED.search(pieces[at])
        if inside and "except " not in pieces[at]:
            return Raised(inside[1], CLOSING.sub("", inside[2]))
    return None
