"""Which matrices a reader is shown, and as what: those that tell why something is not trained, else those of loss sums."""

from gradhelp.facts.matrix import Component, Matrix, Term
from gradhelp.facts.partial import starved
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm

MAX_SHOWN = 2


def telling_losses(run: Run) -> list[LossMatrix]:
    """The losses one term of which is cut off, or which leave out a part that its optimizer steps all the same."""
    hungry = starved(run.timeline)
    found = []
    for ledger, matrix in _pairs(run):
        left_out = [component for component in matrix.unreached if component.parameters <= hungry]
        if ledger.paths or (left_out and len(left_out) < len(matrix.components)):
            found.append(_shown(run, ledger, matrix))
    return found[:MAX_SHOWN]


def summed_losses(run: Run) -> list[LossMatrix]:
    """The losses that are a sum."""
    return [_shown(run, ledger, matrix) for ledger, matrix in _pairs(run) if len(matrix.terms) > 1][:MAX_SHOWN]


def _pairs(run: Run) -> list[tuple[Ledger, Matrix]]:
    """Each loss expression once: one that was recorded again is the same sum."""
    found: dict[tuple[object, ...], tuple[Ledger, Matrix]] = {}
    for ledger in run.ledgers:
        matrix = run.matrix_of(ledger) if ledger.reason == "watched" else None
        if matrix is not None and matrix.components:
            found.setdefault((matrix.call, *(term.span for term in matrix.terms)), (ledger, matrix))
    return list(found.values())


def _shown(run: Run, ledger: Ledger, matrix: Matrix) -> LossMatrix:
    held = run.timeline.all_held
    components = [c for c in matrix.components if c.parameters & held & matrix.required or matrix.reaches(c)]
    return LossMatrix(
        loss=ledger.loss_name,
        file=matrix.call.file if matrix.call else "",
        line=matrix.call.line if matrix.call else 0,
        components=[component.name for component in components],
        measured=matrix.measured,
        terms=[_term(matrix, term, components) for term in matrix.terms],
        omitted=matrix.omitted,
    )


def _term(matrix: Matrix, term: Term, components: list[Component]) -> MatrixTerm:
    cells = [matrix.cell(term, component) for component in components]
    return MatrixTerm(
        term=term.label, line=term.span.line if term.span else 0, coefficient=term.coefficient, live=term.live,
        cells=[MatrixCell(state=cell.state, norm=cell.norm) for cell in cells],
    )  # fmt: skip
