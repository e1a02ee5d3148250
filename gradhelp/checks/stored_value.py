"""Values that were computed while acting, stored, and used later as if they were new: blamed where they are taken out.

Acting under no_grad is right, and so is storing plain numbers. What the loss needs are values that the current network
computes anew.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node, Visit
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import StoredValue
from gradhelp.model.span import Frozen, Span

Evidence = StoredValue
MOVES = frozenset(
    {"from_numpy", "copy", "clone", "stack", "cat", "as_tensor", "tensor", "FloatTensor", "to", "float", "double",
     "squeeze", "unsqueeze", "view", "reshape", "flatten", "array", "asarray", "concatenate", "vstack", "hstack",
     "detach", "contiguous", "expand", "permute", "transpose", "numpy", "cpu", "cuda", "pin_memory", "sample",
     "get", "pop", "zeros_like", "index_select", "gather", "take"}
)  # fmt: skip
ARRAYS = ("array", "tensor")


class Params(Frozen):
    """Names of methods that put values away and that take them out; attribute and subscript stores need no names."""

    store_methods: list[str]
    take_methods: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            for position in range(1, len(path.nodes)):
                place = Place(run, path, position)
                if place.is_stored and (taken := place.taken_out) is not None:
                    yield _candidate(ledger, place, taken)
                    break


@dataclass(frozen=True)
class Place:
    """A value on a path, which may have been stored between its making and the arithmetic of the loss."""

    run: Run
    path: Path
    position: int

    @property
    def node(self) -> Node:
        """The value."""
        return self.path.nodes[self.position]

    @property
    def movement(self) -> list[Node]:
        """The value and what was merely moved of it, nearest to the loss first."""
        first = self.position
        while first > 0 and _is_move(self.path.nodes[first - 1]):
            first -= 1
        return list(self.path.nodes[first : self.position + 1])

    @property
    def consumer(self) -> Node:
        """The first value that was computed from it rather than copied or converted."""
        moved = len(self.movement)
        return self.path.nodes[self.position - moved] if self.position >= moved else self.path.nodes[0]

    @property
    def acting(self) -> bool:
        """Whether it was made while gradients were off on purpose: for a region, not by a switch left off."""
        off = [n for n in self.path.nodes[self.position :] if not n.grad_enabled]
        return bool(off) and not all(map(self._left_off, off))

    def _left_off(self, node: Node) -> bool:
        source = self.run.sources.get(node.off.file) if node.off is not None else None
        found = source.switch_statement(node.off.line) if source and node.off is not None else None
        return found is not None and found[0] == "call"

    @property
    def is_stored(self) -> bool:
        """Whether it was put away where it outlives the moment in which it was made."""
        return self.stored is not None or self._read_from_record is not None

    @property
    def stored(self) -> Visit | None:
        """Where it was put away."""
        return next(filter(self._puts_away, self.node.stored), None)

    def _puts_away(self, visit: Visit) -> bool:
        node, holder = self.node, self.path.nodes[self.position - 1]
        if holder.span is None and holder.value in ARRAYS:
            return self.acting or (visit.function != self.consumer.function and self._outlives(visit))
        if not any(taken.ordinal > visit.ordinal for taken in node.taken) and visit.op != "store-attribute":
            return False
        elsewhere = visit.function != node.function
        if self.acting and elsewhere:
            return True
        return _keeps(visit) and (self.acting or elsewhere)

    def _outlives(self, visit: Visit) -> bool:
        """Whether an array that is filled element by element is kept: in an object, or of a rollout that is played there.

        A local array that some function fills and hands back is that function's result.
        """
        source = self.run.sources.get(visit.span.file)
        kept = "." in visit.span.code.partition("[")[0]
        return kept or source is None or source.steps_in(visit.span.line)

    @property
    def _read_from_record(self) -> Visit | None:
        """Where another function than the one that made the value reads it as a field of some record."""
        node = self.node
        if node.span is None or not self.acting:
            return None
        return next((v for v in node.taken if v.op == "attribute" and v.attr and v.function != node.function), None)

    @property
    def taken_out(self) -> Span | None:
        """The line, in the function that uses the value, which takes it out of where it was kept."""
        stored, moved, consumer = self.stored or self._read_from_record, self.movement, self.consumer
        visits = [v for node in moved for v in node.taken if stored is None or v.ordinal >= stored.ordinal]
        here = [visit for visit in visits if visit.function == consumer.function]
        here = _latest_of_each(here, min((n.ordinal for n in moved if n.function == consumer.function), default=None))
        used = [node for node in moved if node.function == consumer.function and node.span]
        groups: tuple[Sequence[Visit | Node], ...] = (here, used, visits)
        first = next((min(group, key=lambda item: item.ordinal) for group in groups if group), None)
        return first.span if first is not None else None


def _latest_of_each(visits: list[Visit], until: int | None) -> list[Visit]:
    """Of one expression that takes the same value out again and again, the last time before it was used."""
    found: dict[str, Visit] = {}
    for visit in sorted(visits, key=lambda visit: visit.ordinal):
        if visit.span.code not in found or until is None or visit.ordinal < until:
            found[visit.span.code] = visit
    return list(found.values())


def _keeps(visit: Visit) -> bool:
    """Whether a store within the function that made the value keeps it for others: in a record, or in an object.

    A bare value in a local list that the function hands back is that function's result.
    """
    code = visit.span.code
    if visit.op != "call":
        return True
    container = code.partition("(")[0].rpartition(".")[0]
    return "." in container or _stores_record(code)


def _stores_record(code: str) -> bool:
    """Whether what is stored holds several things: a tuple, a dictionary, a Transition(...), several arguments."""
    try:
        call = ast.parse(code).body[0].value  # type: ignore[attr-defined]
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    except (SyntaxError, ValueError, AttributeError, IndexError):
        return bool(re.match(r"[\w.]*\(\s*([({]|[A-Z]\w*\()", code))
    made = arguments[0] if arguments else None
    record = isinstance(made, ast.Call) and ast.unparse(made.func).rpartition(".")[2][:1].isupper()
    return len(arguments) > 1 or isinstance(made, ast.Tuple | ast.Dict) or record


def _is_move(node: Node) -> bool:
    if node.span is None:
        return True
    return node.op in ("subscript", "attribute", "iterate", "loop", "literal", "store-item") or node.called in MOVES


def _candidate(ledger: Ledger, place: Place, taken: Span) -> Candidate:
    path, position = place.path, place.position
    made = path.nodes[position] if path.nodes[position].span else path.nodes[min(position + 1, len(path.nodes) - 1)]
    origin = _origin(path, position) or made
    names = [node.name for node in place.movement if node.name]
    evidence = StoredValue(
        **common(place.run, ledger, taken, path, position) | ({"value": names[0]} if names else {}),
        made=origin.span.code if origin.span else "",
        made_line=origin.span.line if origin.span else 0,
        stored_line=place.stored.span.line if place.stored else 0,
    )
    return Candidate(evidence, ledger, path, position)


def _origin(path: Path, position: int) -> Node | None:
    for node in path.nodes[position:]:
        if node.op == "call" and node.called not in MOVES | {"item", "tolist"} and node.span is not None:
            return node
    return None
