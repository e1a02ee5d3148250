"""Which part of a long line is shown, measured in terminal cells: a CJK character takes two, a combining one none."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from rich.cells import get_character_cell_size

ELLIPSIS = "…"


def cells(text: str) -> int:
    """Width of `text` in a terminal."""
    return sum(map(get_character_cell_size, text))


def window(text: str, focus: tuple[int, int], width: int) -> tuple[int, int]:
    """Offsets of the part of `text` that fits `width` cells, an ellipsis at each cut end included, with `focus` in it.

    Where even the focus does not fit, its beginning is in it.
    """
    edge = [0, *accumulate(map(get_character_cell_size, text))]
    if edge[-1] <= width:
        return 0, len(text)
    start = 0
    if edge[focus[1]] > width - 1:
        start = min(bisect_left(edge, edge[focus[1]] - (width - 2)), focus[0])
    room = width - 1 - (1 if start else 0)
    end = bisect_right(edge, edge[start] + room) - 1
    if edge[-1] - edge[start] <= room + 1:
        end = len(text)
    return start, max(end, start)
