"""The picture of a gradient's way: lines of source with a gutter that says where it lives, ends, and is gone.

Drawn for the width that the console offers, a line that is too long cut around what matters in it; or in two columns, of
which the second is to be moved sideways and keeps its lines whole.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from gradhelp.report.excerpt import Excerpt, Row, Stroke
from gradhelp.report.phrases import Phrases
from gradhelp.report.theme import FRAME, GUTTER
from gradhelp.report.trail import Mark
from gradhelp.report.window import ELLIPSIS, View, cells

WIDEST = 4000
"""Cells of a whole line; what is longer is cut all the same."""
_SHORTEST_NOTE_GAP = 3
_LEGEND: tuple[Mark, ...] = ("alive", "cut", "gone")


class Picture:
    """All excerpts of one finding under each other; `heads` are the places named above them, one an excerpt."""

    def __init__(self, excerpts: Sequence[Excerpt], heads: Sequence[str], words: Phrases) -> None:
        self._excerpts = excerpts
        self._heads = heads
        self._words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(options.max_width - self.gutter, 8)
        canvas = _Canvas(console, room, room)
        for excerpt, head in zip(self._excerpts, self._heads, strict=True):
            yield self._joined(canvas.fitted(_above(head)))
            yield from map(self._joined, canvas.rows(excerpt.rows))
        if (legend := self._legend()) is not None:
            yield self._joined(canvas.fitted(legend))

    @property
    def head(self) -> str:
        """The place that is named first; empty where nothing is shown."""
        return self._heads[0] if self._heads else ""

    @property
    def gutter(self) -> int:
        """Cells that the line numbers and the signs beside them take."""
        return self._digits + 3

    def columns(self, console: Console, visible: int) -> "list[Columns]":
        """Each excerpt with its lines whole, of which `visible` cells can be seen at a time."""
        shown = []
        for excerpt, head in zip(self._excerpts, self._heads, strict=True):
            canvas = _Canvas(console, WIDEST, max(visible, 8))
            lines = list(canvas.rows(excerpt.rows))
            edges, texts = Text("\n").join(map(self._edge, lines)), Text("\n").join(line.text for line in lines)
            shown.append(Columns(self._joined(_above(head)), edges, texts, canvas.focus))
        return shown

    def legend(self) -> Text | None:
        """What the signs of the gutter mean, where there are several."""
        line = self._legend()
        return self._joined(line) if line is not None else None

    def _joined(self, line: "_Line") -> Text:
        return Text(no_wrap=True, overflow="crop").append_text(self._edge(line)).append_text(line.text)

    @property
    def _digits(self) -> int:
        return max((len(str(row.number)) for each in self._excerpts for row in each.rows), default=1)

    def _edge(self, line: "_Line") -> Text:
        return Text.assemble((f"{line.number:>{self._digits}} ", FRAME), (line.glyph, line.style), " ")

    def _legend(self) -> "_Line | None":
        present = {row.mark for excerpt in self._excerpts for row in excerpt.rows}
        shown = [mark for mark in _LEGEND if mark in present]
        if len(shown) < 2:
            return None
        legend = Text("   ").join(
            Text.assemble(GUTTER[mark], " ", (self._words.say(f"legend_{mark}"), "dim")) for mark in shown
        )
        return _Line("", "└", FRAME, legend)


class Columns(NamedTuple):
    """One excerpt: its place, and two columns of equally many lines. `focus`: the cells that matter most, from 0."""

    head: Text
    edge: Text
    lines: Text
    focus: tuple[int, int]


class _Line(NamedTuple):
    number: str
    glyph: str
    style: str
    text: Text


class _Canvas:
    """Lines of at most `room` cells, of which `visible` are in sight: what is said beside the source stays within them."""

    def __init__(self, console: Console, room: int, visible: int) -> None:
        self.focus = (0, 0)
        """The cells of the first primary underline."""
        self._console = console
        self._room = room
        self._visible = visible

    def line(self, number: str, glyph: str, style: str, text: Text) -> _Line:
        """One line; a text that is too long ends in an ellipsis."""
        return _Line(number, glyph, style, _cut(text, self._room))

    def fitted(self, line: _Line) -> _Line:
        """A line above or below the source, as much of it as is in sight."""
        return line._replace(text=_cut(line.text, self._visible))

    def rows(self, rows: Sequence[Row]) -> Iterator[_Line]:
        """The rows of one file, with an ellipsis at each jump."""
        indent = self._common_indent(rows)
        note_at = self._note_column(rows, indent)
        state: Mark = "plain"
        for row, following in zip(rows, [*rows[1:], None], strict=True):
            ahead = next((each.mark for each in rows if each.number > row.number and each.mark != "plain"), "plain")
            passing = GUTTER["plain"] if row.mark == "plain" and state != ahead else GUTTER[state]
            state = _after(row.mark) if row.mark != "plain" else state
            yield from self._row(row, passing if row.mark == "plain" else GUTTER[row.mark], indent, note_at)
            if following is not None and following.number > row.number + 1:
                yield self.line("⋮", *GUTTER[state if state == ahead else "plain"], Text())

    def _common_indent(self, rows: Sequence[Row]) -> int:
        """How much leading space to leave out: none unless a line would not fit."""
        if all(cells(row.text) <= self._visible for row in rows):
            return 0
        return min((len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip()), default=0)

    def _note_column(self, rows: Sequence[Row], indent: int) -> int:
        widest_note = max((cells(row.note) for row in rows), default=0)
        widest_row = max((cells(row.text[indent:]) for row in rows if row.note), default=0)
        return min(widest_row + _SHORTEST_NOTE_GAP, self._visible - widest_note)

    def _row(self, row: Row, glyph: tuple[str, str], indent: int, note_at: int) -> Iterator[_Line]:
        focus = (row.strokes[0].start, row.strokes[0].end) if row.strokes else row.tint or (0, 0)
        view = View(row.text, focus, self._room, indent)
        text = _shown(row, view)
        gap = note_at - cell_len(text.plain)
        if row.note and gap >= _SHORTEST_NOTE_GAP:
            text.append(" " * gap).append(row.note, style="dim")
        yield self.line(str(row.number), *glyph, text)
        for stroke in sorted(row.strokes, key=lambda stroke: not stroke.primary):
            yield from self._stroke(row, stroke, view)

    def _stroke(self, row: Row, stroke: Stroke, view: View) -> Iterator[_Line]:
        """The underline, and its label beside it, or below it where there is no room."""
        before = view.cell(stroke.start)
        width = max(view.cell(stroke.end) - before, 1)
        if stroke.primary and self.focus == (0, 0):
            self.focus = before, before + width
        style, sign = ("bold red", "^") if stroke.primary else ("yellow", "-")
        glyph = GUTTER[_after(row.mark)]
        text = Text(" " * before).append(sign * width, style=style)
        if not stroke.label or before + width + 1 + cell_len(stroke.label) <= self._visible:
            yield self.line("", *glyph, text.append(" " + stroke.label if stroke.label else "", style=style))
            return
        yield self.line("", *glyph, text)
        right = max(self._visible, before + width)
        margin = min(before, max(right - min(cell_len(stroke.label), self._visible), 0))
        for part in Text(stroke.label, style=style).wrap(self._console, min(right - margin, self._visible)):
            yield self.line("", *glyph, Text(" " * margin).append_text(part))


def _above(head: str) -> _Line:
    return _Line("", "┌", FRAME, Text(head, style=FRAME))


def _cut(text: Text, width: int) -> Text:
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    return text


def _shown(row: Row, view: View) -> Text:
    """The visible parts of a row in their colours."""
    line = Text(row.text, style="dim" if row.mark in ("gone", "plain") else "")
    tint = {"alive": "green", "cut": "bold red", "here": "bold red"}.get(row.mark)
    if tint and row.tint:
        line.stylize(tint, *row.tint)
    shown = Text()
    for part in view.parts():
        if part is None:
            shown.append(ELLIPSIS, style="dim")
        elif part[1] > part[0]:
            shown.append_text(line[part[0] : part[1]])
    return shown


def _after(mark: Mark) -> Mark:
    """What holds below a line of this mark."""
    return {"cut": "gone", "gone": "gone", "alive": "alive"}.get(mark, "plain")  # type: ignore[return-value]
