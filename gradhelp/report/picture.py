"""The picture of a gradient's way: lines of source with a gutter that says where it lives, ends, and is gone.

Drawn for the width that the console offers; a line that is too long is cut around what matters in it.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from gradhelp.report.excerpt import Excerpt, Row, Stroke
from gradhelp.report.phrases import Phrases
from gradhelp.report.theme import FRAME, GUTTER
from gradhelp.report.trail import Mark
from gradhelp.report.window import ELLIPSIS, View, cells

_SHORTEST_NOTE_GAP = 3
_LEGEND: tuple[Mark, ...] = ("alive", "cut", "gone")


class Picture:
    """All excerpts of one finding under each other; `heads` are the places named above them, one an excerpt."""

    def __init__(self, excerpts: Sequence[Excerpt], heads: Sequence[str], words: Phrases) -> None:
        self._excerpts = excerpts
        self._heads = heads
        self._words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        digits = max((len(str(row.number)) for each in self._excerpts for row in each.rows), default=1)
        canvas = _Canvas(console, digits, options.max_width)
        for excerpt, head in zip(self._excerpts, self._heads, strict=True):
            yield canvas.line("", "┌", FRAME, Text(head, style=FRAME))
            yield from canvas.rows(excerpt.rows)
        yield from self._legend(canvas)

    def _legend(self, canvas: "_Canvas") -> Iterator[Text]:
        present = {row.mark for excerpt in self._excerpts for row in excerpt.rows}
        shown = [mark for mark in _LEGEND if mark in present]
        if len(shown) < 2:
            return
        legend = Text("   ").join(
            Text.assemble(GUTTER[mark], " ", (self._words.say(f"legend_{mark}"), "dim")) for mark in shown
        )
        yield canvas.line("", "└", FRAME, legend)


class _Canvas:
    """Lines of one width, each `number glyph text`."""

    def __init__(self, console: Console, digits: int, width: int) -> None:
        self._console = console
        self._digits = digits
        self._room = max(width - digits - 3, 8)

    def line(self, number: str, glyph: str, style: str, text: Text) -> Text:
        """One line; a text that is too long ends in an ellipsis."""
        text = text.copy()
        text.truncate(self._room, overflow="ellipsis")
        line = Text(no_wrap=True, overflow="crop")
        line.append(f"{number:>{self._digits}} ", style=FRAME).append(glyph, style=style).append(" ")
        return line.append_text(text)

    def rows(self, rows: Sequence[Row]) -> Iterator[Text]:
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
        if all(cells(row.text) <= self._room for row in rows):
            return 0
        return min((len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip()), default=0)

    def _note_column(self, rows: Sequence[Row], indent: int) -> int:
        widest_note = max((cells(row.note) for row in rows), default=0)
        widest_row = max((cells(row.text[indent:]) for row in rows if row.note), default=0)
        return min(widest_row + _SHORTEST_NOTE_GAP, self._room - widest_note)

    def _row(self, row: Row, glyph: tuple[str, str], indent: int, note_at: int) -> Iterator[Text]:
        focus = (row.strokes[0].start, row.strokes[0].end) if row.strokes else row.tint or (0, 0)
        view = View(row.text, focus, self._room, indent)
        text = _shown(row, view)
        gap = note_at - cell_len(text.plain)
        if row.note and gap >= _SHORTEST_NOTE_GAP:
            text.append(" " * gap).append(row.note, style="dim")
        yield self.line(str(row.number), *glyph, text)
        for stroke in sorted(row.strokes, key=lambda stroke: not stroke.primary):
            yield from self._stroke(row, stroke, view)

    def _stroke(self, row: Row, stroke: Stroke, view: View) -> Iterator[Text]:
        """The underline, and its label beside it, or below it where there is no room."""
        before = view.cell(stroke.start)
        width = max(view.cell(stroke.end) - before, 1)
        style, sign = ("bold red", "^") if stroke.primary else ("yellow", "-")
        glyph = GUTTER[_after(row.mark)]
        text = Text(" " * before).append(sign * width, style=style)
        if not stroke.label or before + width + 1 + cell_len(stroke.label) <= self._room:
            yield self.line("", *glyph, text.append(" " + stroke.label if stroke.label else "", style=style))
            return
        yield self.line("", *glyph, text)
        margin = min(before, max(self._room - cell_len(stroke.label), 0))
        for part in Text(stroke.label, style=style).wrap(self._console, self._room - margin):
            yield self.line("", *glyph, Text(" " * margin).append_text(part))


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
