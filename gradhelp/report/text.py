"""A diagnosis as text for a terminal or a file."""

import io
import re
from collections.abc import Mapping

from rich.console import Console, RenderableType

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report.linebreak import break_chinese_lines
from gradhelp.report.page import page
from gradhelp.report.phrases import Lang

NARROWEST, WIDEST = 40, 200
_TRAILING = re.compile(r"(?:[ \t]|\x1b\[[0-9;]*m)+$", re.MULTILINE)
_SPACE = re.compile(r"[ \t]")


def to_text(diagnosis: Diagnosis, sources: Mapping[str, str], lang: Lang, width: int, colour: bool) -> str:
    """The page, laid out for `width` columns; the only escape sequences are colours, and only if asked for."""
    return drawn(page(diagnosis, sources, lang), width, colour)


def drawn(renderable: RenderableType, width: int, colour: bool) -> str:
    """Any renderable as text without trailing space, the same on every machine."""
    break_chinese_lines()
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=min(max(width, NARROWEST), WIDEST),
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
    console.print(renderable)
    return _TRAILING.sub(lambda match: _SPACE.sub("", match[0]), stream.getvalue())
