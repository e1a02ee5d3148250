"""Blame by experiment: which of several places comes first, where the ranking alone does not say.

A place whose repair was seen to work outranks one whose repair was not. The rules' order on one path stands above
that: a simulator is not demoted for the conversions around it, since mending those alone cannot make a gradient.
"""

from collections.abc import Iterator, Sequence

from gradhelp.blame import Hit
from gradhelp.checks import Candidate
from gradhelp.model.diagnosis import Severity

MOST_RIVALS = 2


def open_rivals(first: Hit, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Those that may come before `first` if their repair works: as likely, or further back and of a lesser rule."""
    found = [hit for hit in hits if hit is not first and hit.rule.patches and _may_precede(hit, first)]
    yield from sorted(found, key=lambda hit: not _equal(hit, first))[:MOST_RIVALS]


def _may_precede(rival: Hit, first: Hit) -> bool:
    if not isinstance(first.candidate, Candidate) or not isinstance(rival.candidate, Candidate):
        return False
    if rival.cut.ledger is not first.cut.ledger:
        return False
    if not first.rule.patches and _in_another_term(rival, first):
        return False
    return rival.rule.order <= first.rule.order or not _on_one_path(rival, first)


def _in_another_term(rival: Hit, first: Hit) -> bool:
    """Whether the ways part at a sum: one term (an effort beside what a simulator paid) tells nothing of the other."""
    if rival.rule.order <= first.rule.order or rival.cut.path is None or first.cut.path is None:
        return False
    common = None
    for one, other in zip(rival.cut.path.nodes, first.cut.path.nodes, strict=False):
        if one.span != other.span:
            return common is not None and first.cut.ledger.graph.operator(common) == "+"
        common = one
    return False


def _on_one_path(rival: Hit, first: Hit) -> bool:
    """Whether the gradient that `rival` lost would also have to pass where `first` stands."""
    ways = [set(hit.cut.path.nodes) if hit.cut.path else set() for hit in (rival, first)]
    return first.rule.order < rival.rule.order and bool(ways[0] & ways[1]) and _stands_on(first, rival)


def _stands_on(first: Hit, rival: Hit) -> bool:
    where = first.candidate.evidence.where
    nodes = rival.cut.path.nodes if rival.cut.path else ()
    return any(node.span is not None and node.span.line == where.line for node in nodes) or not nodes


def _equal(rival: Hit, first: Hit) -> bool:
    return rival.cut.cost == first.cut.cost and rival.rule.order == first.rule.order


def promoted(hits: list[tuple[Hit, Severity]], winner: Hit, first: Hit) -> list[tuple[Hit, Severity]]:
    """`winner` in the place and with the severity of `first`, which becomes a note behind it."""
    severity = next(severity for hit, severity in hits if hit is first)
    rest = [(hit, "note" if hit is first else each) for hit, each in hits if hit is not winner]
    at = next(index for index, (hit, _) in enumerate(rest) if hit is first)
    return [*rest[:at], (winner, severity), *rest[at:]]
