"""Loss term × component, as a diagnosis shows it: which addend of a loss trains which part of the networks."""

from typing import Literal

from gradhelp.model.span import Frozen

CellState = Literal["reached", "zero", "non-finite", "not-reached", "not-required"]


class MatrixCell(Frozen):
    """What one term gives to one component. `norm`: of its gradient there; None where only the graph was looked at."""

    state: CellState
    norm: float | None = None


class MatrixTerm(Frozen):
    """One addend: the user's name or source text, its line (0 where unknown), and a cell for each component.

    `coefficient` is what it is multiplied by in the loss, where that is one number. `live`: it carries a gradient.
    """

    term: str
    line: int = 0
    coefficient: float | None = None
    live: bool
    cells: list[MatrixCell]


class LossMatrix(Frozen):
    """The terms of the loss that is differentiated at `line` of `file`. `measured`: by the gradient of each term alone."""

    loss: str
    file: str
    line: int
    components: list[str]
    measured: bool
    terms: list[MatrixTerm]
    omitted: int = 0
    """Further terms that were not looked at."""
