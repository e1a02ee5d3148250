"""Filters that put the user's text into Markdown so that it can only be read, never rendered.

Invariant: whatever goes through `code` (and all that build on it) comes out as one line holding one inline code span,
without control or direction-changing characters. Inside code blocks, where that does not help, only `identifier` is
safe. Templates must pass every text of the user's program through one of these; numbers need none.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import partial
from keyword import iskeyword

from jinja2.sandbox import SandboxedEnvironment

from gradhelp.catalog.rule import Lang
from gradhelp.catalog.words import WORDS
from gradhelp.model.span import Span

WIDTH = 80
SHOWN_NAMES = 4
UNKNOWN = "…"


def code(text: str) -> str:
    """`text` as an inline code span; an ellipsis where there is nothing to show."""
    clean = _clip(" ".join(_printable(text).split())) or UNKNOWN
    longest = max((len(run) for run in re.findall(r"`+", clean)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if clean.startswith("`") or clean.endswith("`") else ""
    return f"{fence}{pad}{clean}{pad}{fence}"


def names(items: Sequence[str], *, lang: Lang) -> str:
    """The names as inline code, joined as the language does; a generic word where there are none."""
    words = WORDS[lang]
    if not items:
        return words.network
    shown = [code(item) for item in items[:SHOWN_NAMES]]
    if len(items) > SHOWN_NAMES:
        return words.comma.join(shown) + words.more.format(count=len(items) - SHOWN_NAMES, total=len(items))
    return words.last.join(filter(None, [words.comma.join(shown[:-1]), shown[-1]]))


def at(line: int, *, lang: Lang) -> str:
    """` (line 12)` to follow a name; nothing where the line is unknown (0)."""
    return WORDS[lang].line.format(line=line) if line else ""


def place(span: Span, *, lang: Lang) -> str:
    """File and line of a span."""
    return WORDS[lang].place.format(file=code(span.file), line=span.line)


def identifier(text: str, default: str) -> str:
    """`text` where it is a plain dotted name, hence harmless inside a code block; else `default`."""
    plain = all(part.isidentifier() and not iskeyword(part) and part != "__debug__" for part in text.split("."))
    return text if len(text) <= WIDTH and plain else default


def environment_filters(environment: SandboxedEnvironment, lang: Lang) -> None:
    """Register the filters in `environment`, those that speak a language in `lang`."""
    environment.filters |= {"code": code, "identifier": identifier}
    for speaking in (names, at, place):
        environment.filters[speaking.__name__] = partial(speaking, lang=lang)


def _printable(text: str) -> str:
    """Every control, format, surrogate and separator character becomes a space: bidi overrides are of these."""
    return "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)


def _clip(text: str) -> str:
    return text if len(text) <= WIDTH else text[: WIDTH - 1].rstrip() + UNKNOWN
