"""Which parts of a long line are shown, measured in terminal cells: a CJK character takes two, a combining one none."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from rich.cells import cell_len, get_character_cell_size

ELLIPSIS = "…"
Piece = tuple[int, int]


def cells(text: str) -> int:
    """Width of `text` in a terminal."""
    return sum(map(get_character_cell_size, text))


class View:
    """The parts of `text` from character `first` on that fit `width` cells, an ellipsis for each part left out.

    `focus`, a stretch of characters, is among them; if it is too long itself, its beginning and its end are, since what
    matters in a chain of calls is as often the last one as the first.
    """

    def __init__(self, text: str, focus: Piece, width: int, first: int = 0) -> None:
        self._text = text
        self._first = first
        self._width = width
        self._edge = [0, *accumulate(map(get_character_cell_size, text))]
        self._pieces = self._choose(max(focus[0], first), max(focus[1], first))

    def parts(self) -> Iterator[Piece | None]:
        """The pieces in order; None stands for an ellipsis."""
        at = self._first
        for start, end in self._pieces:
            if start > at:
                yield None
            yield start, end
            at = end
        if at < len(self._text):
            yield None

    def cell(self, offset: int) -> int:
        """The cell at which character `offset` stands, or where it would."""
        at = 0
        for part in self.parts():
            if part is None:
                at += 1
            elif offset <= part[1]:
                return at + cell_len(self._text[part[0] : max(offset, part[0])])
            else:
                at += cell_len(self._text[slice(*part)])
        return at

    def _span(self, start: int, end: int) -> int:
        return self._edge[end] - self._edge[start]

    def _until(self, start: int, room: int) -> int:
        """The end of the longest piece from `start` that takes at most `room` cells."""
        return max(bisect_right(self._edge, self._edge[start] + room) - 1, start)

    def _since(self, end: int, room: int) -> int:
        """The start of the longest piece up to `end` that takes at most `room` cells."""
        return min(bisect_left(self._edge, self._edge[end] - room), end)

    def _choose(self, start: int, end: int) -> list[Piece]:
        first, last, width = self._first, len(self._text), self._width
        if self._span(first, last) <= width:
            return [(first, last)]
        if self._span(first, end) < width:
            return [(first, self._until(first, width - 1))]
        if self._span(start, end) <= width - 2:
            begin = max(self._since(end, width - 2), first)
            return [(begin, last if self._span(begin, last) < width else self._until(begin, width - 2))]
        head = first if self._span(first, start) <= width // 3 else start
        stop = self._until(head, width // 2)
        begin = max(self._since(end, width - 3 - self._span(head, stop)), stop)
        return [(head, stop), (begin, end)]
