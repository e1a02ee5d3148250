"""Values that were computed while acting, stored, and used later as if they were new: blamed where they are taken out.

Acting under no_grad is right, and so is storing plain numbers. What the loss needs are values that the current network
computes anew.
"""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import LedgerGraph, Path
from gradhelp.facts.node import Node, Visit
from gradhelp.facts.run import Run
from gradhelp.model.evidence import StoredValue
from gradhelp.model.span import Frozen, Span

Evidence = StoredValue
MOVES = frozenset(
    "from_numpy copy clone stack cat as_tensor tensor FloatTensor to float double squeeze unsqueeze view reshape flatten "
    "array asarray concatenate stack vstack hstack detach contiguous expand permute transpose numpy cpu cuda pin_memory "
    "sample get pop zeros_like index_select gather take".split()
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
        visit = _put_away(node)
        holder = path.nodes[position - 1] if position else None
        if visit is None or position == 0 or not _moved_only(path, position):
            continue
        in_array = holder is not None and holder.span is None and holder.value in ARRAYS
        handed_over = visit.function != node.function and _kept(node, visit)
        if in_array or handed_over or (_forward_was_off(path, position) and _kept(node, visit)):
            return position, visit.span.line
    return None


def _put_away(node: Node) -> Visit | None:
    return node.stored[-1] if node.stored else None


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
    stored = _put_away(path.nodes[position])
    moved = _movement(path, position)
    consumer = path.nodes[position - len(moved)] if position >= len(moved) else path.nodes[0]
    visits = [visit for node in moved for visit in node.taken if stored is None or visit.ordinal >= stored.ordinal]
    here = [visit for visit in visits if visit.function == consumer.function]
    for group in (here, [node for node in moved if node.function == consumer.function and node.span], visits):
        if group:
            first = min(group, key=lambda item: item.ordinal)
            return first.span
    return None
