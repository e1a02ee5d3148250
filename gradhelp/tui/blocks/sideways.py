"""What may be wider than the screen: it is never shortened, but moved sideways by mouse, or by ← → with the focus on it."""

from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, HorizontalScroll, VerticalGroup
from textual.content import Content
from textual.selection import Selection
from textual.widgets import Static

from gradhelp.report.picture import Picture
from gradhelp.tui.blocks.drawn import Drawing, DrawnWide, columns, drawn_wide
from gradhelp.tui.blocks.moving import MOVES, Moving

MARGIN = 4
FIRST_WIDTH = 72
"""Cells, until the layout tells."""


class Sideways(HorizontalScroll, Moving):
    """Holds one text of any width."""

    BINDINGS = [*MOVES]  # noqa: RUF012 - textual declares it as an instance's

    def __init__(self, content: Content, classes: str | None = None) -> None:
        super().__init__(DrawnWide(content), classes=classes)


class PictureBlock(VerticalGroup):
    """The excerpts of a picture, each below its place, and what their signs mean."""

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._picture = picture
        self._shown = columns(picture, FIRST_WIDTH)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        for each in self._shown:
            yield Static(each.head, markup=False, classes="edge")
            yield ExcerptBlock(each, self._picture.gutter)
        if (legend := self._picture.legend()) is not None:
            yield Static(drawn_wide(legend), markup=False, classes="edge")

    def on_resize(self, event: events.Resize) -> None:
        """What is said below the source keeps within what is in sight."""
        shown = columns(self._picture, event.size.width - self._picture.gutter)
        if shown != self._shown:
            self._shown = shown
            for block, each in zip(self.query(ExcerptBlock), shown, strict=True):
                block.show(each)


class ExcerptBlock(HorizontalGroup):
    """The source of one file with its gutter, which stays in sight while the source moves beside it."""

    def __init__(self, shown: Drawing, gutter: int) -> None:
        super().__init__()
        self._gutter = Gutter(shown.edge, markup=False)
        self._gutter.styles.width = gutter
        self._source = Source(shown.lines, shown.focus)

    def compose(self) -> ComposeResult:
        """The gutter beside the source."""
        yield self._gutter
        yield self._source

    def show(self, shown: Drawing) -> None:
        """Show it as it was laid out anew."""
        self._gutter.update(shown.edge)
        self._source.show(shown.lines, shown.focus)


class Gutter(Static):
    """No part of the source: selecting passes it over."""

    ALLOW_SELECT = False

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Nothing, also where all is selected."""
        return None


class Source(Sideways):
    """The lines, at first moved to where the gradient ends."""

    def __init__(self, lines: Content, focus: tuple[int, int]) -> None:
        super().__init__(lines)
        self._focus = focus

    def show(self, lines: Content, focus: tuple[int, int]) -> None:
        """Show these instead."""
        self.query_one(DrawnWide).show(lines)
        self._focus = focus

    def on_resize(self) -> None:
        """Bring into sight what matters."""
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        start, end = self._focus
        if end > self.size.width:
            self.scroll_to(x=max(0, min(start - MARGIN, end + MARGIN - self.size.width)), animate=False, force=True)
