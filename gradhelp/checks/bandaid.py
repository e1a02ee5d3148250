"""The error was silenced: backward() starts, and ends, at a leaf that was asked for a gradient."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common, spot
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import Bandaid
from gradhelp.model.span import Frozen

Evidence = Bandaid


class Params(Frozen):
    """Ways of asking for a gradient; only for the texts."""

    methods: list[str] = []
    attributes: list[str] = []
    constructors: list[str] = []


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for leaf in _leaves(ledger):
            code = spot(leaf).code
            before = ledger.graph.operands(leaf)
            evidence = Bandaid(
                **common(run, ledger, spot(leaf), None),
                form=code,
                had_graph=any(node.live for node in before),
            )
            yield Candidate(evidence, ledger)


def _leaves(ledger: Ledger) -> list[Node]:
    if ledger.loss is None:
        return []
    if ledger.reason == "leaf-loss":
        return [ledger.loss] if ledger.loss.span is not None else []
    if ledger.reason == "no-parameters":
        made = [node for node in ledger.starts if node.span is not None and _is_loss_like(ledger, node)]
        return made[:1]
    return []


def _is_loss_like(ledger: Ledger, leaf: Node) -> bool:
    """Whether the loss is nothing but the leaf reduced or scaled: then it was the loss that was re-made."""
    node = ledger.loss
    for _ in range(6):
        if node is None or node is leaf:
            return node is leaf
        operands = ledger.graph.operands(node)
        node = operands[0] if len(operands) == 1 else None
    return False
