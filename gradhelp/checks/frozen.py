"""All parameters that the loss reaches were frozen: no cut on the way, and still nothing to train."""

import re
from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common, spot
from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node
from gradhelp.facts.run import FrozenFact, Ledger, Run
from gradhelp.model.evidence import Frozen_
from gradhelp.model.span import Frozen, Span

Evidence = Frozen_


class Params(Frozen):
    """The names by which parameters are frozen; only for the texts."""

    methods: list[str] = []
    attributes: list[str] = []


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        if ledger.loss is None or not ledger.starts:
            continue
        networks = _reached_with_grad_on(ledger.graph, ledger.starts)
        if not any(may_be_trained(source) for _, source in networks):
            continue
        freezing = _freezing(run)
        if freezing is None and all(_requires_all(source) for _, source in networks):
            continue
        where = freezing or spot(networks[0][0])
        sources = {source.id: source for _, source in networks}.values()
        fields = common(run, ledger, where, None)
        frozen = [f for f in run.frozen if not f.requires_grad]
        count = sum(s.trainable.parameters for s in sources if s.trainable) or sum(f.parameters for f in frozen)
        evidence = Frozen_(
            **fields | {"value": _network_name(networks[0][0]), "producer": "", "producer_line": 0}, parameters=count
        )
        yield Candidate(evidence, ledger, None, mild=bool(ledger.paths) and ledger.paths[0].cost < 50)


def _reached_with_grad_on(graph: LedgerGraph, starts: list[Node]) -> list[tuple[Node, Node]]:
    """(call, network) for dead results of networks that ran while gradients were being recorded, nearest first."""
    found, seen, waiting = [], set(), list(starts)
    while waiting:
        node = waiting.pop(0)
        if node.id in seen:
            continue
        seen.add(node.id)
        for operand in graph.operands(node):
            if operand.is_source and node.grad_enabled and not node.live and node.span is not None:
                if node.value == "tensor" and not node.is_integer:
                    found.append((node, operand))
            elif not operand.is_source:
                waiting.append(operand)
    return found


def may_be_trained(source: Node) -> bool:
    """Whether an optimizer holds parameters of `source`, as far as is known."""
    return source.trainable is None or source.trainable.held > 0


def _requires_all(source: Node) -> bool:
    """Whether every parameter of `source` requires its gradient."""
    return source.trainable is not None and source.trainable.requires_grad == source.trainable.parameters


def _freezing(run: Run) -> Span | None:
    """The statement that froze what an optimizer holds; failing that, the last one that froze anything."""
    held = run.timeline.all_held
    freezing = [fact for fact in run.frozen if _freezes(run, fact)]
    mine = [fact for fact in freezing if held & fact.numbers]
    likely = mine or freezing or list(run.frozen)
    return likely[-1].span if likely else None


def _freezes(run: Run, fact: FrozenFact) -> bool:
    """Whether the statement takes gradients away, as far as its text tells: an attribute was seen before it was set."""
    source = run.sources.get(fact.span.file)
    line = source.lines[fact.span.line - 1] if source and 0 < fact.span.line <= len(source.lines) else fact.span.code
    said = re.search(r"requires_grad(?:_\(|\s*=)\s*(?:requires_grad\s*=\s*)?(\w+)", line)
    if said and said[1] in ("True", "False"):
        return said[1] == "False"
    return not fact.requires_grad


def _network_name(call: Node) -> str:
    return call.span.code.partition("(")[0] if call.span else "the network"


__all__ = ["Evidence", "Ledger", "Params", "check", "may_be_trained"]
