"""Cuts within a loss that is alive: torch says nothing, and yet a part of what was to be trained is left out.

Two things count as such. A *starved* parameter is held by an optimizer that steps, and never has a gradient: every
dead way from the loss to it is looked at, also inside a term. A *dead term* is an addend of the loss that descends from
trained parameters without a gradient, while other terms train them: here intent decides, and in doubt it is constant.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol

from gradhelp.facts.graph import LedgerGraph, Path
from gradhelp.facts.matrix import Matrix, Term
from gradhelp.facts.node import Node
from gradhelp.facts.prices import INDEXING, LOSSES, UNKNOWN_HOLDER
from gradhelp.facts.timeline import Timeline

ENOUGH = 2
"""Steps of an optimizer after which a parameter without a gradient counts as starved."""
LIMIT = 50
"""Ways dearer than this are meant to be constant."""
FACTOR, COMPARED, INPUT, INDEX = 60, 60, 10, 100
DELIBERATE = frozenset({"detach", "detach_", "item", "data", "float", "tolist"})
MOVES = frozenset({"mean", "sum", "to", "squeeze", "view", "reshape", "float", "double", "neg", "clone", "mul", "div"})


class Watched(Protocol):
    """What is needed of a ledger."""

    number: int
    graph: LedgerGraph
    nodes: list[Node]
    loss: Node | None


def partial_paths(ledger: Watched, matrix: Matrix | None, timeline: Timeline) -> list[Path]:
    """The ways along which a gradient should have come though the loss is alive, likeliest first."""
    hungry = starved(timeline)
    if matrix is not None:
        hungry -= set(matrix.parameters) - matrix.required
    found = list(_to_starved(ledger, hungry)) if hungry else []
    if matrix is not None:
        found += [path for term in matrix.dead for path in _of_term(ledger, matrix, term, timeline)]
    cheapest: dict[int, Path] = {}
    for path in sorted(found, key=lambda path: (path.cost, len(path.nodes), -path.frontier.ordinal)):
        cheapest.setdefault(path.frontier.id, path)
    return list(cheapest.values())


def starved(timeline: Timeline) -> set[int]:
    """Parameters of optimizers that step again and again, which never had a gradient of any kind."""
    stepped = {number for number, held in timeline.held.items() if len(timeline.steps_of(number)) >= ENOUGH}
    hungry = {number for optimizer in stepped for number in timeline.held[optimizer]}
    for moment in timeline.of("backward", "before_backward", "step"):
        hungry -= {number for number, state in zip(moment.parameters, moment.states, strict=False) if state != "N"}
    for moment in timeline.of("grad_store"):
        hungry -= set(moment.parameters)
    return hungry


# -- a starved component -----------------------------------------------------------------------------------------------
def _to_starved(ledger: Watched, hungry: set[int]) -> Iterator[Path]:
    for entry, price in _entries(ledger):
        for path in ledger.graph.paths(entry):
            cost = path.cost + price
            fed = ledger.graph.parameters_behind(path.alive)
            if cost < LIMIT and fed and fed <= hungry and not _drawn_for_log_prob(ledger, path):
                yield Path(path.nodes, path.alive, cost)


def _entries(ledger: Watched) -> Iterator[tuple[Node, int]]:
    """The dead operands of living values in the loss, and what speaks against each having been meant to be alive."""
    seen: set[int] = set()
    waiting = [ledger.loss] if ledger.loss is not None else []
    while waiting:
        node = waiting.pop(0)
        if node.id in seen or not node.live:
            continue
        seen.add(node.id)
        operands = ledger.graph.operands(node)
        waiting += operands
        for position, operand in enumerate(operands):
            if not operand.live and not operand.is_source and operand.id not in seen:
                yield operand, _entry_price(ledger.graph, node, operands, position)


def _entry_price(graph: LedgerGraph, node: Node, operands: list[Node], position: int) -> int:
    here, sign = operands[position], graph.operator(node)
    if here.is_integer:
        return INDEX
    if any(operand.is_source for operand in operands):
        return INPUT
    alive = any(operand.live for operand in operands)
    if alive and sign in ("*", "/"):
        return FACTOR
    if alive and (sign == "-" or node.called in LOSSES or node.type.rpartition(".")[2] in LOSSES):
        return COMPARED if _numbers_of(here) == _numbers_of(node) > 1 or node.called in LOSSES else 0
    return 0


def _numbers_of(node: Node) -> int:
    count = 1
    for size in node.shape or ():
        count *= size
    return count


# -- a dead term -------------------------------------------------------------------------------------------------------
def _of_term(ledger: Watched, matrix: Matrix, term: Term, timeline: Timeline) -> Iterator[Path]:
    if term.node is None or not 0 <= term.node < len(ledger.nodes) or _has_living_twin(matrix, term):
        return
    start = ledger.nodes[term.node]
    if _is_deliberate(ledger.graph, start) or not (term.whole or _may_be_element(ledger.graph, start)):
        return
    for path in ledger.graph.paths(start):
        fed = ledger.graph.parameters_behind(path.alive) & timeline.all_held
        if path.cost <= UNKNOWN_HOLDER and fed and not _is_data(ledger, path):
            yield path


def _has_living_twin(matrix: Matrix, term: Term) -> bool:
    """Whether the same expression, in another passage, is alive: the first passage of a recurrence has no history."""
    return any(other.live and other.span == term.span for other in matrix.terms)


def _is_deliberate(graph: LedgerGraph, start: Node) -> bool:
    """Whether the term itself, but for what scales and reduces it, is the result of a detach or made without gradients."""
    node: Node | None = start
    while node is not None:
        inner = [operand for operand in graph.operands(node) if not operand.is_source]
        alone = inner[0] if len(inner) == 1 else None
        if not node.grad_enabled or ((node.called or node.attr) in DELIBERATE and alone is not None and alone.live):
            return True
        scales = graph.operator(node) in ("+", "-", "*", "/") or node.called in MOVES or node.op == "operator"
        node = alone if scales else None
    return False


def _may_be_element(graph: LedgerGraph, start: Node) -> bool:
    """Whether an array that was added element by element may be a cost of its own, and is no old log-prob or target."""
    return not graph.log_prob_role(start) and not graph.roles.target(start)


def _is_data(ledger: Watched, path: Path) -> bool:
    """Whether a way leads through what was stored while acting, or ends in the target of a comparison."""
    frontier = path.frontier
    if not frontier.grad_enabled and any(node.stored for node in path.nodes):
        return True
    if frontier.called in DELIBERATE and len(path.nodes) > 1:
        user = path.nodes[-2]
        operands = ledger.graph.operands(user)
        compares = ledger.graph.operator(user) == "-" or user.called in LOSSES
        if compares and (user.span is None or not user.span.code.replace(" ", "").startswith(_code(frontier))):
            return len(operands) > 1 or _is_right_side(user, frontier)
    return _looked_up(ledger.graph, path) or _drawn_for_log_prob(ledger, path)


def _looked_up(graph: LedgerGraph, path: Path) -> bool:
    """Whether a way leads through the index under which something was looked up: a code book, a table of embeddings."""
    for user, index in pairwise(path.nodes):
        by_index = user.op == "subscript" or user.called in INDEXING or graph.is_network_call(user)
        if index.is_integer and not user.is_integer and by_index:
            return True
    return False


def _code(node: Node) -> str:
    return node.span.code.replace(" ", "") if node.span else ""


def _is_right_side(user: Node, operand: Node) -> bool:
    """Whether an operand stands last in the expression that uses it."""
    return bool(user.span) and _code(user).rstrip(")").endswith((_code(operand).rstrip(")"), operand.name or "\0"))


def _drawn_for_log_prob(ledger: Watched, path: Path) -> bool:
    """Whether a way passes a simulator or a draw while a living log-prob in the same loss stands for it (REINFORCE)."""
    graph = ledger.graph
    drawn = any(graph.roles.is_simulated(n) or n.called in ("sample", "multinomial", "step") for n in path.nodes)
    return drawn and any(n.live and graph.roles.is_log_prob(n) for n in ledger.nodes)
