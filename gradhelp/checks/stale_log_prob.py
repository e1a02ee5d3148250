"""The PPO ratio is constant one: what is divided by is computed from the current network, with its graph."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, living_nodes
from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence_training import StaleLogProb
from gradhelp.model.span import Frozen, Span

Evidence = StaleLogProb


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for ledger in run.ledgers:
        if ledger.reason != "watched":
            continue
        stored = _stored_new(run, ledger)
        if stored is not None:
            yield stored
            return
        for node in living_nodes(ledger):
            old = _living_old(ledger.graph, node)
            if old is None or node.span is None:
                continue
            new = ledger.graph.operands(node)[0]
            where = _where(run, old, node, shared=old.span == new.span)
            evidence = StaleLogProb(
                where=where, reason="old-carries-graph", ratio_line=node.span.line, loss=ledger.loss_name,
                networks=run.networks_of(ledger), backward_line=ledger.backward_line,
            )  # fmt: skip
            yield Sighting(evidence)
            return


def _living_old(graph: LedgerGraph, node: Node) -> Node | None:
    """The right side of `new - old`, if both are living log-probabilities and the difference is exponentiated."""
    if graph.operator(node) not in ("-", "/") or not node.live:
        return None
    operands = graph.operands(node)
    if len(operands) != 2 or not all(o.live and graph.log_prob_role(o) for o in operands):
        return None
    made_into_ratio = graph.operator(node) == "/" or any(
        user.called == "exp" and node.id in user.operands for user in graph.nodes
    )
    return operands[1] if made_into_ratio and operands[0] is not operands[1] else None


def _stored_new(run: Run, ledger: Ledger) -> Sighting | None:
    """A ratio in a living loss of which both sides came out of storage: neither knows the current network."""
    graph = ledger.graph
    for node in graph.nodes:
        operands = graph.operands(node)
        if node.live or graph.operator(node) not in ("-", "/") or node.span is None or node.span.code.startswith("-"):
            continue  # where both sides are one value, there is one operand
        exponentiated = any(user.called == "exp" and node.id in user.operands for user in graph.nodes)
        if (
            not exponentiated
            or not operands
            or not all(not o.live and graph.log_prob_role(o) and _kept(o, node) for o in operands)
        ):
            continue
        evidence = StaleLogProb(
            where=_taken(operands[0], node) or node.span, reason="new-is-stored", ratio_line=node.span.line,
            loss=ledger.loss_name, networks=run.networks_of(ledger), backward_line=ledger.backward_line,
        )  # fmt: skip
        return Sighting(evidence)
    return None


def _kept(old: Node, ratio: Node) -> bool:
    """Whether a value was made elsewhere, with gradients off, and kept until the ratio took it."""
    return old.function != ratio.function and not old.grad_enabled


def _taken(old: Node, ratio: Node) -> Span | None:
    """The last line of the ratio's own function that takes the value from where it was kept."""
    visits = [visit for visit in old.taken if visit.function == ratio.function and visit.ordinal <= ratio.ordinal]
    return max(visits, key=lambda visit: visit.ordinal).span if visits else None


def _where(run: Run, old: Node, ratio: Node, shared: bool) -> Span:
    """The statement that computed the old log-probability, where it is used if that can be told.

    What one function computes for the new and the old one alike tells nothing: then the ratio is the place.
    """
    assert ratio.span is not None
    source = run.sources.get(ratio.span.file)
    assigned = source.assignment(old.name, ratio.span.line) if source and old.name else None
    assigned = assigned or (source.only_assignment(old.name) if source and old.name else None)
    return assigned or (ratio.span if shared else old.span) or ratio.span


__all__ = ["Evidence", "Ledger", "Params", "check"]
