"""reset() gives (observation, info); here the pair is used as the observation."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.failure import Failure
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import ResetTuple
from gradhelp.model.span import Frozen, Span

Evidence = ResetTuple
TYPES = ("TypeError", "ValueError", "AttributeError", "RuntimeError", "IndexError", "KeyError", "AssertionError")


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    pairs = [
        (span, str(e.get("name") or "")) for e in run.recording.of("reset_pair") if (span := span_of(e.get("span")))
    ]
    failure = next((f for f in run.failures if f.type in TYPES), None)
    if failure is None or not pairs or not _about_a_pair(failure):
        return
    span, name = pairs[-1]
    used = failure.span()
    home = span.code.partition(".reset")[0]
    yield Sighting(ResetTuple(where=span, name=name, used_line=used.line if used else 0, environment=home))


def _about_a_pair(failure: Failure) -> bool:
    """Whether the message speaks of a tuple or of what NumPy and torch say about one."""
    words = (
        "tuple",
        "dict",
        "inhomogeneous",
        "sequence",
        "only one element",
        "could not be converted",
        "setting an array",
        "numpy",
    )
    return any(word in failure.message for word in words)


__all__ = ["Evidence", "Params", "Span", "check"]
