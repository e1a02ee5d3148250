"""A bootstrap target, or an advantage, carries a gradient into networks where it must not go."""

import ast
import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, living_nodes
from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node
from gradhelp.facts.prices import LOSSES
from gradhelp.facts.roles import LOG_PROB
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence_training import MissingDetach
from gradhelp.model.span import Frozen, Span

Evidence = MissingDetach


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for ledger in run.ledgers:
        if ledger.reason != "watched":
            continue
        for node in living_nodes(ledger):
            target = _living_target(ledger.graph, node) or _living_weight(ledger.graph, node)
            if target is not None and node.span is not None and target.span is not None:
                yield Sighting(_evidence(run, ledger, target, _use(run, ledger, node, target)))
                break


def _use(run: Run, ledger: Ledger, product: Node, target: Node) -> Span | None:
    """The operand's place in `product`, where the same value is rightly alive in another term of the loss."""
    source = run.sources.get(product.span.file) if product.span is not None else None
    if len(_users(ledger, target)) < 2 or not target.name or source is None or product.span is None:
        return None
    expression = source.expression(product.span)
    sides = (expression.left, expression.right) if isinstance(expression, ast.BinOp) else ()
    return next((source.span(side) for side in sides if isinstance(side, ast.Name) and side.id == target.name), None)


def _users(ledger: Ledger, node: Node) -> list[Node]:
    """What the gradient comes to `node` from."""
    return [user for user in living_nodes(ledger) if node.id in user.operands]


def _evidence(run: Run, ledger: Ledger, target: Node, use: Span | None) -> MissingDetach:
    assert target.span is not None
    sum_of = next((n for n in _upwards(ledger.graph, target) if ledger.graph.operator(n) in ("+", "-")), target)
    if len(_users(ledger, sum_of)) > 1:
        sum_of = target
    return MissingDetach(
        where=use or sum_of.span or target.span,
        target=target.name or target.span.code,
        loss=ledger.loss_name,
        backward_line=ledger.backward_line,
        networks=run.networks_of(ledger),
        iterations=1,
    )


def _upwards(graph: LedgerGraph, node: Node) -> Iterator[Node]:
    """`node` and, as long as there is only one, its living operand: past casts and reshapes."""
    for _ in range(6):
        yield node
        living = [o for o in graph.operands(node) if o.live and not o.is_source]
        if len(living) != 1 or graph.operator(node) in ("+", "-"):
            return
        node = living[0]


def _bootstraps(graph: LedgerGraph, node: Node, depth: int = 8) -> bool:
    """Whether `node` is a reward plus a living network's discounted estimate: r + gamma * V(s')."""
    if graph.operator(node) == "+" and node.live:
        operands = graph.operands(node)
        living = [o for o in operands if o.live and not o.is_source]
        paid = any(graph.reward_role(o) and not o.live for o in operands)
        if len(living) == 1 and (paid or _discounted(node)) and _estimates(graph, living[0]):
            return True
    if depth == 0 or graph.is_network_call(node):
        return False
    return any(_bootstraps(graph, o, depth - 1) for o in graph.operands(node) if o.live)


def _discounted(node: Node) -> bool:
    """Whether a discount factor stands in the sum: a constant a little below one, or the usual word for it."""
    code = node.span.code if node.span else ""
    return re.search(r"(?<![\w.])0?\.(?:8|9)\d*\b|gamma|discount", code, re.IGNORECASE) is not None


def _estimates(graph: LedgerGraph, node: Node, depth: int = 8) -> bool:
    """Whether `node` is made of networks' outputs alone: scaled, selected, combined with each other.

    A log-probability beside them is an entropy bonus; it makes no estimate by itself.
    """
    if graph.is_network_call(node):
        return True
    living = [o for o in graph.operands(node) if o.live and not o.is_source]
    if depth == 0 or node.called in LOG_PROB:
        return False
    if _gathers(node):
        return any(_estimates(graph, operand, depth - 1) for operand in living)
    values = [o for o in living if len(living) == 1 or not graph.log_prob_role(o)]
    return bool(values) and all(_estimates(graph, operand, depth - 1) for operand in values)


def _gathers(node: Node) -> bool:
    """Whether `node` puts several values side by side: stack, cat, the columns of a batch."""
    return node.called in ("stack", "cat", "concat", "concatenate", "hstack", "vstack") or node.op in (
        "loop",
        "iterate",
    )


def _living_target(graph: LedgerGraph, node: Node) -> Node | None:
    """The target of a regression loss, if it lives: the side that is a reward plus an estimate."""
    compares = graph.operator(node) == "-" or node.called in LOSSES
    operands = [o for o in graph.operands(node) if o.live and not o.is_source]
    if not compares or len(operands) != 2:
        return None
    targets = [o for o in operands if _bootstraps(graph, o)]
    return targets[0] if len(targets) == 1 and _held(graph, targets[0]) else None


def _living_weight(graph: LedgerGraph, node: Node) -> Node | None:
    """The advantage beside a log-probability, if it lives."""
    if graph.operator(node) != "*" or not node.live:
        return None
    operands = [o for o in graph.operands(node) if o.live and not o.is_source]
    if len(operands) != 2:
        return None
    weights = [o for o in operands if not graph.log_prob_role(o)]
    return weights[0] if len(weights) == 1 and _subtracts_estimate(graph, weights[0]) else None


def _subtracts_estimate(graph: LedgerGraph, node: Node, depth: int = 6) -> bool:
    """Whether `node` is made by taking a network's estimate from a return: an advantage."""
    living = [o for o in graph.operands(node) if o.live and not o.is_source]
    if graph.operator(node) == "-" and len(living) == 1 and _estimates(graph, living[0]):
        return True
    if graph.operator(node) == "-" and any(graph.reward_role(o, 12) for o in graph.operands(node)):
        return True
    if depth == 0 or graph.is_network_call(node):
        return False
    return any(_subtracts_estimate(graph, o, depth - 1) for o in graph.operands(node) if o.live)


def _held(graph: LedgerGraph, target: Node) -> bool:
    """Whether the living target leads to parameters that an optimizer holds (an unheld target network is harmless)."""
    return any(n.is_source and n.trainable is not None and n.trainable.held for n in graph.behind(target))
