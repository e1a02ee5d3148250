"""Loss term × component as a small table: it keeps its columns at any width, and says by words what it says by glyphs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Phrases
from gradhelp.report.theme import GUTTER

_WIDEST_TERM, _WIDEST_COMPONENT = 34, 14
_NOT_REACHED = "-"


def losses(matrices: Sequence[LossMatrix], words: Phrases) -> Iterator[RenderableType]:
    """Each matrix below an empty line."""
    for matrix in matrices:
        yield Text()
        yield loss_table(matrix, words)


class LossParts(NamedTuple):
    """A matrix from top to bottom."""

    heading: Text
    table: RenderableType
    legend: Text


def loss_table(matrix: LossMatrix, words: Phrases) -> RenderableType:
    """One matrix: a row a term, a column a component, and what the signs in it mean."""
    return Group(*loss_parts(matrix, words))


def loss_parts(matrix: LossMatrix, words: Phrases, *, whole: bool = False) -> LossParts:
    """The same in parts; with `whole`, no name in the table is shortened."""
    legend = Text(" · ".join(_legend(matrix, words)), style="dim")
    return LossParts(Text(_heading(matrix, words), style="bold"), _table(matrix, words, whole=whole), legend)


def _table(matrix: LossMatrix, words: Phrases, *, whole: bool) -> Table:
    widest_term, widest_component = (None, None) if whole else (_WIDEST_TERM, _WIDEST_COMPONENT)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    table.add_column("", no_wrap=True, width=1)
    table.add_column(words.say("loss_term"), no_wrap=True, overflow="ellipsis", max_width=widest_term, min_width=12)
    for name in matrix.components:
        header = Text(one_line(name), style="dim", no_wrap=True, overflow="ellipsis")
        table.add_column(header, justify="right", no_wrap=True, overflow="ellipsis", max_width=widest_component)
    for term in matrix.terms:
        glyph, style = GUTTER["alive" if term.live else "gone"]
        table.add_row(Text(glyph, style=style), _label(term), *(_cell(cell, words) for cell in term.cells))
    return table


def _heading(matrix: LossMatrix, words: Phrases) -> str:
    loss, place = one_line(matrix.loss), f"{one_line(matrix.file)}:{matrix.line}"
    if matrix.measured:
        return words.say("loss_heading", loss=loss, place=place)
    return words.say("loss_heading_structure", loss=loss, place=place)


def _label(term: MatrixTerm) -> Text:
    factor = "" if term.coefficient is None or abs(term.coefficient) == 1 else f"{abs(term.coefficient):.3g} · "
    sign = "-" if term.coefficient is not None and term.coefficient < 0 else ""
    return Text(f"{sign}{factor}{one_line(term.term)}", style="" if term.live else "dim")


def _cell(cell: MatrixCell, words: Phrases) -> Text:
    if cell.state == "reached":
        return Text(f"{cell.norm:.2g}" if cell.norm is not None else words.say("loss_reached"), style="green")
    if cell.state == "zero":
        return Text("0", style="yellow")
    if cell.state == "non-finite":
        return Text("nan/inf", style="red")
    return Text("" if cell.state == "not-required" else _NOT_REACHED, style="dim")


def _legend(matrix: LossMatrix, words: Phrases) -> Iterator[str]:
    """Only what occurs is explained."""
    states = {cell.state for term in matrix.terms for cell in term.cells}
    if "not-reached" in states:
        yield f"{_NOT_REACHED} {words.say('loss_not_reached')}"
    if "zero" in states:
        yield f"0 {words.say('loss_zero')}"
    if any(not term.live for term in matrix.terms):
        yield f"{GUTTER['gone'][0]} {words.say('loss_dead')}"
    if matrix.omitted:
        yield words.say("loss_omitted", count=matrix.omitted)
