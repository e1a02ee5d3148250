"""Loss term × component: which term of a loss reaches which part of the user's networks.

The tracer takes each watched loss apart once or twice (event `terms`). A *component* is a part of the networks by the
user's own attribute names: the smallest set of parts that tells the terms apart, a plain parameter being a part too.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gradhelp.facts.node import span_of
from gradhelp.facts.recording import Recording
from gradhelp.facts.timeline import Timeline
from gradhelp.model.span import Span

CellState = Literal["reached", "zero", "non-finite", "not-reached", "not-required"]
MAX_COMPONENTS = 6
MAX_LABEL = 60


@dataclass(frozen=True)
class Term:
    """One addend of a loss. `letters` and `norms` speak of the matrix's parameters, one each, in their order."""

    span: Span | None
    name: str
    live: bool
    node: int | None
    """Its node in the ledger of the loss."""
    whole: bool
    """Whether it was added as one number, not element by element."""
    pieces: int
    """How many passages of a loop have added it."""
    coefficient: float | None
    value: float | None
    letters: str
    norms: tuple[float | None, ...]

    @property
    def label(self) -> str:
        """The user's name for it; its source text where it has none that says anything."""
        code = self.span.code if self.span else ""
        return (self.name if len(self.name) > 1 or not code else code)[:MAX_LABEL]


@dataclass(frozen=True)
class Component:
    """A part of the networks: its name as the user would write it, and its parameters."""

    name: str
    parameters: frozenset[int]


@dataclass(frozen=True)
class Cell:
    """What one term gives to one component. `norm`: of all its gradients together; None where it was not measured."""

    state: CellState
    norm: float | None = None


@dataclass(frozen=True)
class Matrix:
    """The terms of one loss. `measured`: by the gradient of each term, not from the graph alone."""

    ledger: int
    call: Span | None
    measured: bool
    terms: tuple[Term, ...]
    omitted: int
    parameters: tuple[int, ...]
    required: frozenset[int]
    components: tuple[Component, ...] = field(default=())

    def cell(self, term: Term, component: Component) -> Cell:
        """What `term` gives to `component`."""
        mine = [at for at, number in enumerate(self.parameters) if number in component.parameters]
        letters = {term.letters[at] for at in mine if at < len(term.letters)}
        if not self.required & component.parameters:
            return Cell("not-required")
        if "X" in letters:
            return Cell("non-finite")
        if letters & {"F", "R"}:
            norms = [norm for at in mine if (norm := term.norms[at]) is not None]
            return Cell("reached", math.sqrt(sum(norm * norm for norm in norms)) if self.measured else None)
        return Cell("zero", 0.0) if "Z" in letters else Cell("not-reached")

    def reaches(self, component: Component) -> bool:
        """Whether any term reaches `component`."""
        return any(self.cell(term, component).state in ("reached", "zero", "non-finite") for term in self.terms)

    @property
    def unreached(self) -> list[Component]:
        """The components that require gradients and get none from any term."""
        return [c for c in self.components if self.required & c.parameters and not self.reaches(c)]

    @property
    def dead(self) -> list[Term]:
        """The terms that carry no gradient."""
        return [term for term in self.terms if not term.live]


def matrices(recording: Recording, timeline: Timeline) -> list[Matrix]:
    """One matrix for each loss that was taken apart, in the order of the run."""
    losses: dict[int, list[Matrix]] = {}
    for raw in recording.of("terms"):
        matrix = _matrix(raw)
        if matrix is not None:
            losses.setdefault(matrix.ledger, []).append(matrix)
    return [_with_components(_merged(looks), timeline) for looks in losses.values()]


def _matrix(raw: dict[str, Any]) -> Matrix | None:
    parameters = tuple(raw.get("parameters") or ())
    required = raw.get("requires_grad") or ()
    terms = tuple(_term(term, len(parameters)) for term in raw.get("terms") or () if isinstance(term, dict))
    if not terms or len(required) != len(parameters):
        return None
    return Matrix(
        ledger=int(raw.get("ledger") or 0), call=span_of(raw.get("call")), measured=raw.get("method") == "gradient",
        terms=terms, omitted=int(raw.get("omitted") or 0), parameters=parameters,
        required=frozenset(number for number, wanted in zip(parameters, required, strict=True) if wanted),
    )  # fmt: skip


def _term(raw: dict[str, Any], count: int) -> Term:
    norms = [norm if isinstance(norm, int | float) else None for norm in raw.get("norms") or ()]
    return Term(
        span=span_of(raw.get("span")), name=str(raw.get("name") or ""), live=bool(raw.get("live")), node=raw.get("node"),
        whole=bool(raw.get("whole")), pieces=int(raw.get("pieces") or 1), coefficient=_number(raw.get("coefficient")),
        value=_number(raw.get("value")), letters=str(raw.get("states") or "").ljust(count, "N"),
        norms=tuple(norms[:count]) + (None,) * (count - len(norms)),
    )  # fmt: skip


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _merged(looks: Sequence[Matrix]) -> Matrix:
    """A term may give a parameter nothing at first (a ratio that is one, a head that starts at zero): the later look counts
    where it saw more."""
    first, *later = looks
    for other in later:
        same = other.parameters == first.parameters and len(other.terms) == len(first.terms)
        if same and other.measured == first.measured:
            terms = tuple(_better(a, b) for a, b in zip(first.terms, other.terms, strict=True))
            first = Matrix(**(vars(first) | {"terms": terms}))
    return first


def _better(first: Term, second: Term) -> Term:
    order = "NZRFX"
    seen = sum(order.index(letter) for letter in first.letters if letter in order)
    later = sum(order.index(letter) for letter in second.letters if letter in order)
    return Term(**(vars(second) | {"node": first.node})) if later > seen and first.live == second.live else first


# -- components --------------------------------------------------------------------------------------------------------
def _with_components(matrix: Matrix, timeline: Timeline) -> Matrix:
    named = {number: name for number in matrix.parameters if (name := timeline.name(number))}
    signs = {
        number: (number in matrix.required, *(term.letters[at] != "N" for term in matrix.terms))
        for at, number in enumerate(matrix.parameters)
        if number in named
    }
    if not signs:
        return matrix
    parts = _parts({number: tuple(named[number].split(".")) for number in signs}, signs)
    components = tuple(Component(name, frozenset(numbers)) for name, numbers in _short(parts))
    return Matrix(**(vars(matrix) | {"components": components}))


Path = tuple[str, ...]


def _parts(paths: dict[int, Path], signs: dict[int, tuple[bool, ...]]) -> dict[Path, list[int]]:
    """The tree of names, opened only where what lies within is treated differently, and not into too many parts."""
    parts = _split(paths, list(paths), 0)
    opened = True
    while opened:
        opened = False
        for path, numbers in list(parts.items()):
            inner = _split(paths, numbers, len(path))
            differ = len({signs[number] for number in numbers}) > 1
            room = len(inner) == 1 or len(parts) - 1 + len(inner) <= MAX_COMPONENTS
            if differ and room and path not in inner:
                del parts[path]
                parts |= inner
                opened = True
    return parts


def _split(paths: dict[int, Path], numbers: list[int], depth: int) -> dict[Path, list[int]]:
    found: dict[Path, list[int]] = {}
    for number in numbers:
        found.setdefault(paths[number][: depth + 1], []).append(number)
    return found


def _short(parts: dict[Path, list[int]]) -> Iterator[tuple[str, list[int]]]:
    """Names without what they all begin with; in the order of the parameters."""
    ordered = sorted(parts.items(), key=lambda item: min(item[1]))
    shared = 0
    while len(ordered) > 1 and len({path[: shared + 1] for path, _ in ordered}) == 1:
        shared += 1
    for path, numbers in ordered:
        yield ".".join(path[shared:] or path[-1:]), numbers
