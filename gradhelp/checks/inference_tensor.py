"""A tensor that was made under inference_mode is used in training."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import InferenceTensor
from gradhelp.model.span import Frozen, Span

Evidence = InferenceTensor
MESSAGE = r"[Ii]nference tensor"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        used = failure.span()
        made, name = _made(run, used)
        where = made or used
        if where is not None:
            yield Sighting(InferenceTensor(where=where, tensor=name, used_line=used.line if used else 0))


def _made(run: Run, used: Span | None) -> tuple[Span | None, str]:
    """Where the inference tensor of the failing line was made, and what it is called there."""
    events = list(run.recording.of("inference"))
    code = used.code.replace('"', "'") if used is not None else ""
    named = [e for e in events if str(e.get("name")) in code]
    for event in named or events:
        span = span_of(event.get("span"))
        if span is not None:
            return span, str(event.get("name") or "")
    return None, ""
