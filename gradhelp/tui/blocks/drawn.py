"""A rich renderable as text that can be selected, in the colours of the theme.

Invariant: laid out for the width that there is; the only styles are weights and the theme's own colours.
"""

import io
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gradhelp.report.picture import WIDEST, Picture

COLOURS = {1: "$error", 2: "$success", 3: "$warning", 4: "$primary", 5: "$secondary", 6: "$accent"}
NARROWEST = 20


class Drawn(Widget):
    """Draws anew when the width changes."""

    DEFAULT_CSS = "Drawn { width: 100%; height: auto; }"

    def __init__(self, renderable: RenderableType, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._renderable = renderable
        self._width = 0
        self._content = Content("")

    def show(self, renderable: RenderableType) -> None:
        """Draw this instead."""
        self._renderable, self._width = renderable, 0
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines at that width."""
        return self._at(width).plain.count("\n") + 1

    def render(self) -> Content:
        """The lines at the width there is."""
        return self._at(self.content_size.width)

    def _at(self, width: int) -> Content:
        if width != self._width:
            self._width, self._content = width, drawn(self._renderable, max(width, NARROWEST))
        return self._content


class DrawnWide(Widget):
    """Draws at the width that the text has; whoever holds it scrolls sideways."""

    DEFAULT_CSS = "DrawnWide { width: auto; height: auto; text-wrap: nowrap; }"

    def __init__(self, content: Content) -> None:
        super().__init__()
        self._content = content

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """That of the longest line, whatever the holder offers."""
        return max((line.cell_length for line in self._content.split("\n", allow_blank=True)), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines."""
        return self._content.plain.count("\n") + 1

    def show(self, content: Content) -> None:
        """Show this instead."""
        self._content = content
        self.refresh(layout=True)

    def render(self) -> Content:
        """All of it."""
        return self._content


class Drawing(NamedTuple):
    """An excerpt in two columns; `focus`: the cells of `lines` that matter most."""

    head: Content
    edge: Content
    lines: Content
    focus: tuple[int, int]


def columns(picture: Picture, visible: int) -> list[Drawing]:
    """The excerpts of the picture with their lines whole, of which `visible` cells are in sight."""
    shown = picture.columns(_console(WIDEST), max(visible, NARROWEST))
    return [
        Drawing(drawn(each.head, WIDEST), drawn(each.edge, WIDEST), drawn(each.lines, WIDEST), each.focus)
        for each in shown
    ]


def drawn_wide(renderable: RenderableType) -> Content:
    """The renderable with its lines whole."""
    return drawn(renderable, WIDEST)


def drawn(renderable: RenderableType, width: int) -> Content:
    """The renderable laid out for `width` columns."""
    lines = _console(width).render_lines(renderable, pad=False)
    return Content("\n").join([_line(line) for line in lines])


def _console(width: int) -> Console:
    return Console(
        file=io.StringIO(), width=width, color_system="standard", force_terminal=True, legacy_windows=False,
        markup=False, emoji=False, highlight=False, _environ={},
    )  # fmt: skip


def _line(segments: list[Segment]) -> Content:
    parts = [(segment.text, _style(segment.style)) for segment in segments if not segment.control]
    while parts and not parts[-1][0].strip():
        parts.pop()
    return Content.assemble(*((text, style) if style else text for text, style in parts))


def _style(style: Style | None) -> str:
    if style is None:
        return ""
    number = style.color.number if style.color else None
    colour = COLOURS.get(number % 8, "") if number is not None and number < 16 else ""
    if style.dim and not colour:
        colour = "$secondary"
    weights = [name for name in ("bold", "italic", "underline", "strike") if getattr(style, name)]
    return " ".join([*weights, colour]).strip()
