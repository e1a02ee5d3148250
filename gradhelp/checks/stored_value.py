"""Values that were computed while acting, stored, and used later as if they were new: blamed where they are taken out.

Acting under no_grad is right, and so is storing plain numbers. What the loss needs are values that the current network
computes anew.
"""

from collections.abc import Iterator, Sequence

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import LedgerGraph, Path
from gradhelp.facts.node import Node, Visit
from gradhelp.facts.run import Run
from gradhelp.model.evidence import StoredValue
from gradhelp.model.span import Frozen, Span

Evidence = StoredValue
MOVES = frozenset(
    ["from_numpy", "copy", "clone", "stack", "cat", "as_tensor", "tensor", "FloatTensor", "to", "float", "double", "squeeze", "unsqueeze", "view", "reshape", "flatten", "array", "asarray", "concatenate", "stack", "vstack", "hstack", "detach", "contiguous", "expand", "permute", "transpose", "numpy", "cpu", "cuda", "pin_memory", "sample", "get", "pop", "zeros_like", "index_select", "gather", "take"]
)  # fmt: skip
ARRAYS = ("array", "tensor")


class Params(Frozen):
    """Names of methods that put values away and that take them out; attribute and subscript stores need no names."""

    store_methods: list[str]
    take_methods: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            found = _storage(path, ledger.graph)
            if found is None:
                continue
            position, stored_line = found
            taken = _taken_out(path, position)
            if taken is not None:
                yield _candidate(run, ledger, path, position, stored_line, taken)


def _candidate(run: Run, ledger: object, path: Path, position: int, stored: int, taken: Span) -> Candidate:
    made = path.nodes[position] if path.nodes[position].span else path.nodes[min(position + 1, len(path.nodes) - 1)]
    origin = _origin(path, position) or made
    evidence = StoredValue(
        **common(run, ledger, taken, path, position) | _named(path, position),  # type: ignore[arg-type]
        made=origin.span.code if origin.span else "",
        made_line=origin.span.line if origin.span else 0,
        stored_line=stored,
    )
    return Candidate(evidence, ledger, path, position)  # type: ignore[arg-type]


def _named(path: Path, position: int) -> dict[str, str]:
    """What the user calls the value where it is used: the name nearest to the loss."""
    names = [node.name for node in _movement(path, position) if node.name]
    return {"value": names[0]} if names else {}


def _origin(path: Path, position: int) -> Node | None:
    for node in path.nodes[position:]:
        if node.op == "call" and node.called not in MOVES | {"item", "tolist"} and node.span is not None:
            return node
    return None


def _storage(path: Path, graph: LedgerGraph) -> tuple[int, int] | None:
    """(position of the stored value on the path, line that stored it), if it was stored while acting."""
    for position, node in enumerate(path.nodes):
        if position == 0 or not _moved_only(path, position):
            continue
        visit = next((v for v in node.stored if _is_storage(path, position, v)), None)
        if visit is not None:
            return position, visit.span.line
        if _forward_was_off(path, position) and _read_from_record(node) is not None:
            return position, 0
    return None


def _is_storage(path: Path, position: int, visit: Visit) -> bool:
    """Whether `visit` put the value where it outlives the moment in which it was made."""
    node, holder = path.nodes[position], path.nodes[position - 1]
    acting = _forward_was_off(path, position)
    if holder.span is None and holder.value in ARRAYS:
        return acting or visit.function != _consumer(path, position).function
    return (acting or visit.function != node.function) and _kept(node, visit)


def _read_from_record(node: Node) -> Visit | None:
    """Where another function than the one that made the value reads it as a field of some record."""
    fields = (v for v in node.taken if v.op == "attribute" and v.attr and v.function != node.function)
    return next(fields, None)


def _consumer(path: Path, position: int) -> Node:
    """The first value computed from the stored one rather than copied or converted from it."""
    moved = len(_movement(path, position))
    return path.nodes[position - moved] if position >= moved else path.nodes[0]


def _kept(node: Node, visit: Visit) -> bool:
    """Whether what it was put into belongs to an object that outlives the call that acted."""
    return any(taken.ordinal > visit.ordinal for taken in node.taken) or visit.op == "store-attribute"


def _forward_was_off(path: Path, position: int) -> bool:
    return any(not node.grad_enabled for node in path.nodes[position:])


def _moved_only(path: Path, position: int) -> bool:
    """Whether the stored value, between its storage and the arithmetic of the loss, was copied and converted only."""
    return position - len(_movement(path, position)) < position


def _movement(path: Path, position: int) -> list[Node]:
    """The stored value and what was merely moved of it, nearest to the loss first."""
    first = position
    while first > 0 and _is_move(path.nodes[first - 1]):
        first -= 1
    return list(path.nodes[first : position + 1])


def _is_move(node: Node) -> bool:
    if node.span is None:
        return True
    return node.op in ("subscript", "attribute", "iterate", "loop", "literal", "store-item") or node.called in MOVES


def _taken_out(path: Path, position: int) -> Span | None:
    """The line, in the function that uses the value, which takes it out of where it was kept."""
    node = path.nodes[position]
    stored = next((v for v in node.stored if _is_storage(path, position, v)), _read_from_record(node))
    moved, consumer = _movement(path, position), _consumer(path, position)
    visits = [visit for node in moved for visit in node.taken if stored is None or visit.ordinal >= stored.ordinal]
    here = [visit for visit in visits if visit.function == consumer.function]
    groups: tuple[Sequence[Node | Visit], ...] = (
        here,
        [node for node in moved if node.function == consumer.function and node.span],
        visits,
    )
    for group in groups:
        places = [(item.ordinal, item.span) for item in group if item.span is not None]
        if places:
            return min(places, key=lambda place: place[0])[1]
    return None
