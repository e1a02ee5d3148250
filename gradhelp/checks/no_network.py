"""Nothing in the loss descends from a trainable parameter, or only by way of what a simulator paid out for actions."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.checks.frozen import may_be_trained
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run, UnusedValue
from gradhelp.model.evidence import NoNetwork
from gradhelp.model.span import Frozen, Span

Evidence = NoNetwork


class Params(Frozen):
    """`log_probs`: names of what a policy-gradient loss is built from; a live one left out is pointed at."""

    log_probs: list[str] = ["log_prob", "log_softmax"]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        if ledger.reason != "no-grad" or ledger.loss_span is None:
            continue
        forgotten = _forgotten(ledger, params)
        if ledger.paths and not (forgotten and _rewards_only(ledger)):
            continue
        if not ledger.paths and _networks_in(ledger):
            continue
        evidence = NoNetwork(
            **common(run, ledger, _made_in(run, ledger) or ledger.loss_span, None),
            ingredients=_ingredients(ledger),
            unused_live=(forgotten.name or forgotten.span.code) if forgotten else "",
            unused_live_line=forgotten.span.line if forgotten else 0,
        )
        yield Candidate(evidence, ledger)


def _made_in(run: Run, ledger: Ledger) -> Span | None:
    """Where a function of the user's computes the loss, which was not recorded since nothing of a network is in it."""
    where = ledger.loss_span
    if ledger.loss is not None or where is None or where == ledger.call:
        return None
    found = (source.returned_by(where.code, ledger.loss_name) for source in run.sources.values())
    return next((span for span in found if span is not None), None)


def _forgotten(ledger: Ledger, params: Params) -> UnusedValue | None:
    """A log-probability that still carries its gradient and is not part of the loss."""
    return next((value for value in ledger.unused if value.called in params.log_probs), None)


def _networks_in(ledger: Ledger) -> bool:
    return any(node.is_source and may_be_trained(node) for node in ledger.nodes)


def _rewards_only(ledger: Ledger) -> bool:
    """Whether every likely path comes by way of a number that a simulator paid out."""
    best = ledger.paths[0].cost
    return all(_by_reward(path.nodes) for path in ledger.paths if path.cost == best)


def _by_reward(nodes: tuple[Node, ...]) -> bool:
    return any(node.called == "step" and node.value == "number" for node in nodes)


def _ingredients(ledger: Ledger) -> list[str]:
    names = [node.name for node in ledger.nodes[1:40] if node.name]
    return list(dict.fromkeys(names))[:5]
