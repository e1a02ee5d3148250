"""Gradients became infinite or NaN."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.model.evidence_training import Exploding
from gradhelp.model.span import Frozen, Span

Evidence = Exploding
SINGULAR = frozenset({"sqrt", "rsqrt", "log", "log2", "log10", "reciprocal", "acos", "asin", "pow", "atanh", "acosh"})


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    clipped = any("X" in str(m.raw.get("before") or "") for m in run.timeline.of("clip"))
    scaled = any(m.raw.get("enabled") for m in run.timeline.of("scale"))
    for moment in run.timeline.of("backward"):
        if "X" not in moment.states or moment.span is None or scaled:
            continue
        numbers = {n for n, s in zip(moment.parameters, moment.states, strict=False) if s == "X"}
        if run.timeline.thrown_away(moment, numbers):
            continue
        hit = [run.timeline.name(n) for n in sorted(numbers)]
        evidence = Exploding(
            where=_turn(run, moment.span) or _singular(run, moment.span) or moment.span,
            networks=[n for n in hit if n][:4],
            backward_line=moment.span.line,
            norm="nan",
            iterations=1,
        )
        yield Sighting(evidence, mild=clipped)
        return


def _turn(run: Run, call: Span) -> Span | None:
    """The expression in whose backward the gradient was seen to become infinite or NaN."""
    turns = [point.span for point in run.turning_points if point.call == call and point.kind == "nonfinite"]
    return turns[0] if turns else None


def _singular(run: Run, call: Span) -> Span | None:
    """An operation whose derivative is infinite somewhere, behind the loss of this backward."""
    for ledger in run.ledgers:
        if ledger.call != call:
            continue
        for node in ledger.nodes:
            if node.live and node.called in SINGULAR and node.span is not None:
                return node.span
    return None
