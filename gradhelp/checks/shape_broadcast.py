"""(N,) is combined with (N, 1): every element meets every other, and the loss is that of another problem."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_training import ShapeBroadcast
from gradhelp.model.span import Frozen

Evidence = ShapeBroadcast


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    in_losses = {(n.span.file, n.span.line) for x in run.ledgers for n in x.nodes if n.span is not None}
    for event in run.recording.of("broadcast"):
        where = span_of(event.get("span"))
        if where is None or (where.file, where.line) not in in_losses:
            continue
        yield Sighting(
            ShapeBroadcast(
                where=where,
                left_shape=_shape(event.get("left")),
                right_shape=_shape(event.get("right")),
                result_shape=_shape(event.get("result")),
            )
        )


def _shape(sizes: object) -> str:
    return str(tuple(sizes)) if isinstance(sizes, list) else ""
