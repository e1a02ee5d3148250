"""Places → the lines of source to show, file by file, in source order, with what is left out between them.

Invariants: texts are disarmed and hold no tabs; offsets are 0-based characters of `Row.text` and lie within it. A file
or line that is not in `sources` is shown by the code that the place itself carries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gradhelp.report.disarm import disarm_line, one_line, source_lines
from gradhelp.report.trail import Mark, Place, Underline

MOST_PLACES = 14
TAB = 4
UNKNOWN = "…"
_STRENGTH: dict[Mark, int] = {"cut": 4, "here": 3, "gone": 2, "alive": 1, "plain": 0}


@dataclass(frozen=True)
class Stroke:
    """An underlined stretch of one row."""

    start: int
    end: int
    label: str
    primary: bool


@dataclass(frozen=True)
class Row:
    """One line of source. `number` is 1-based; `tint` is the expression that the mark is about, where it was found."""

    number: int
    text: str
    mark: Mark
    note: str = ""
    tint: tuple[int, int] | None = None
    strokes: tuple[Stroke, ...] = ()


@dataclass(frozen=True)
class Excerpt:
    """The rows of one file; a jump in their numbers is what was left out."""

    file: str
    rows: tuple[Row, ...]


def excerpts(places: Sequence[Place], sources: Mapping[str, str], context: tuple[int, int] = (0, 0)) -> list[Excerpt]:
    """One excerpt a file, files in the order in which `places` reaches them; `context`: lines before and after each."""
    files = dict.fromkeys(place.file for place in places)
    return [_excerpt(file, [each for each in places if each.file == file], sources, context) for file in files]


def _excerpt(file: str, places: list[Place], sources: Mapping[str, str], context: tuple[int, int]) -> Excerpt:
    lines = source_lines(sources[file]) if file in sources else []
    rows: dict[int, Row] = {}
    for place in sorted(places, key=lambda place: place.weight)[:MOST_PLACES]:
        for row in _rows(place, lines):
            rows[row.number] = _merged(rows[row.number], row) if row.number in rows else row
    for number in _between(rows, context):
        if number not in rows and 1 <= number <= len(lines):
            rows[number] = Row(number, lines[number - 1].expandtabs(TAB), "plain")
    return Excerpt(one_line(file), tuple(rows[number] for number in _trimmed(rows)))


def _between(shown: Iterable[int], context: tuple[int, int]) -> set[int]:
    """Lines around the shown ones, and single lines between two of them: an ellipsis would be no shorter."""
    before, after = context
    numbers = sorted(shown)
    around = {near for number in numbers for near in range(number - before, number + after + 1)}
    return around | {low + 1 for low, high in pairwise(numbers) if high - low == 2}


def _trimmed(rows: Mapping[int, Row]) -> list[int]:
    """The numbers in order, without blank context at either end."""
    numbers = sorted(rows)
    while len(numbers) > 1 and rows[numbers[0]].mark == "plain" and not rows[numbers[0]].text.strip():
        numbers.pop(0)
    while len(numbers) > 1 and rows[numbers[-1]].mark == "plain" and not rows[numbers[-1]].text.strip():
        numbers.pop()
    return numbers


def _merged(first: Row, second: Row) -> Row:
    """Two things said of one line: the graver mark wins, and both underlines stay."""
    stronger, weaker = sorted((first, second), key=lambda row: -_STRENGTH[row.mark])
    return replace(
        stronger,
        text=stronger.text or weaker.text,
        note="" if stronger.mark == "cut" else stronger.note or weaker.note,
        tint=stronger.tint or (weaker.tint if weaker.mark == stronger.mark else None),
        strokes=tuple(dict.fromkeys(first.strokes + second.strokes)),
    )


def _rows(place: Place, lines: Sequence[str]) -> list[Row]:
    line = lines[place.line - 1] if 1 <= place.line <= len(lines) else None
    if line is None:
        return [_row_from_code(place)]
    row = Row(place.line, line.expandtabs(TAB), place.mark, place.note, _tint(place.code, line.expandtabs(TAB)))
    if place.underline is None:
        return [row]
    return _underlined(place, place.underline, row, lines)


def _row_from_code(place: Place) -> Row:
    text = disarm_line(" ".join(place.code.split())) or UNKNOWN
    underline = place.underline
    strokes = (Stroke(0, len(text), underline.label, underline.primary),) if underline else ()
    return Row(place.line, text, place.mark, place.note, (0, len(text)), strokes)


def _tint(code: str, text: str) -> tuple[int, int] | None:
    start = text.find(code) if code else -1
    return None if start < 0 else (start, start + len(code))


def _underlined(place: Place, underline: Underline, first: Row, lines: Sequence[str]) -> list[Row]:
    """The rows of a span: all its lines if they are few, else the first two and the last; the first is underlined."""
    last = min(max(underline.end_line, place.line), len(lines))
    numbers = range(place.line, last + 1) if last - place.line < 5 else (place.line, place.line + 1, last)
    rows = []
    for number in numbers:
        tint = _stretch(place, underline, number, last, lines[number - 1])
        strokes = (Stroke(*tint, underline.label, underline.primary),) if number == place.line else ()
        row = first if number == place.line else Row(number, lines[number - 1].expandtabs(TAB), place.mark)
        rows.append(replace(row, tint=tint, strokes=strokes))
    return rows


def _stretch(place: Place, underline: Underline, number: int, last: int, line: str) -> tuple[int, int]:
    """Offsets of the underlined part of one line of the span, after the expansion of tabs."""
    indent = len(line) - len(line.lstrip())
    content_end = max(len(line.rstrip()), indent)
    start, end = indent, content_end
    if number == place.line and 0 < underline.column <= len(line):
        start = underline.column - 1
    if number == last and number == underline.end_line and underline.end_column > 1:
        end = min(underline.end_column - 1, len(line))
    elif number == place.line == last and place.code and place.code in line[start:]:
        start = line.index(place.code, start)
        end = start + len(place.code)
    end = max(end, start)
    return len(line[:start].expandtabs(TAB)), len(line[:end].expandtabs(TAB))
