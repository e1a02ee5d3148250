"""Gradients are read or logged after zero_grad() has cleared them: the training is fine, the reading is not."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import GradReadCleared
from gradhelp.model.span import Frozen, Span

Evidence = GradReadCleared


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    places: dict[Span, list[tuple[Moment, Moment]]] = {}
    fresh: set[Span] = set()
    reads = run.timeline.of("grad_read")
    edits = {read.span for read in reads if _to_edit(run.timeline, read)}
    for read in reads:
        if read.span in edits:
            continue
        where = _place(run.timeline, read)
        clearing = _cleared_by(run.timeline, read)
        if where is not None and clearing is not None:
            places.setdefault(where, []).append((read, clearing))
        elif where is not None and read.states in ("F", "X"):
            fresh.add(where)
    for where, pairs in places.items():
        if where in fresh or _clears_itself(where):
            continue
        read, clearing = pairs[0]
        yield Sighting(
            GradReadCleared(
                where=where,
                read=where.code,
                cleared_line=clearing.span.line if clearing.span else 0,
                shown="None" if read.states == "N" else "0",
                iterations=len(pairs),
            )
        )


def _cleared_by(timeline: Timeline, read: Moment) -> Moment | None:
    """The zero_grad that took away what this reading was after."""
    if read.states not in ("N", "Z") or not read.parameters:
        return None
    numbers = set(read.parameters)
    last = timeline.before(read, "zero_grad", "backward", "before_backward", of=numbers)
    if last is None or last.what != "zero_grad":
        return None
    backward = timeline.before(last, "backward", of=numbers)
    return last if backward is not None and any(backward.state(n) == "F" for n in numbers) else None


def _to_edit(timeline: Timeline, read: Moment) -> bool:
    """Whether the gradient is loaded (or tested for) in order to be changed: that is for the checks of clips to judge."""
    following = next((m for m in timeline.moments[read.index + 1 :] if m.what not in ("grad_read",)), None)
    edited = following is not None and following.what == "grad_edit" and following.function == read.function
    return edited and following is not None and following.touches(set(read.parameters))


def _place(timeline: Timeline, read: Moment) -> Span | None:
    """The line to name: that of the function which has both the clearing and the reading done, in this order."""
    clearing = _cleared_by(timeline, read)
    asked = _outermost_first(read)
    for (place, function), (cleared, clearer) in zip(
        asked, _outermost_first(clearing) if clearing else (), strict=False
    ):
        if function != clearer or place.file != cleared.file:
            break
        if place.line != cleared.line:
            return place if place.line != asked[-1][0].line else read.span
    return read.span


def _outermost_first(moment: Moment) -> list[tuple[Span, str]]:
    """The user's frames at a moment, each with the function that runs in it."""
    frames = reversed(moment.raw.get("stack") or ())
    return [(span, str(raw.get("function"))) for raw in frames if (span := span_of(raw)) is not None]


def _clears_itself(where: Span) -> bool:
    """`if p.grad is not None: p.grad.zero_()`, `p.grad = None`: housekeeping, not a reading."""
    return "zero_" in where.code or "= None" in where.code or "is not None" in where.code
