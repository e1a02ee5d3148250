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
        made = [node for node in ledger.starts if node.span is not None and node.shape in ((), (1,))]
        return made[:1]
    return []
