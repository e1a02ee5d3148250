"""Gradients of earlier iterations are still there when backward() adds to them, step after step."""

import itertools
from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ZeroGradMissing
from gradhelp.model.span import Frozen

Evidence = ZeroGradMissing
ENOUGH = 3


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for number in run.timeline.held:
        steps = run.timeline.steps_of(number)
        pairs = list(itertools.pairwise(steps))
        if run.timeline.by_closure(number) or any(_reworked(run.timeline, *pair) for pair in pairs):
            continue
        reused = [pair for pair in pairs if _kept(run.timeline, *pair)]
        if len(steps) < 3 or not _the_rule(len(reused), len(pairs)):
            continue
        backward = run.timeline.before(reused[0][1], "backward", of=set(steps[0].parameters))
        if backward is not None and backward.span is not None:
            yield Sighting(
                ZeroGradMissing(
                    where=backward.span,
                    optimizer=run.optimizer_name(number),
                    backward_line=backward.span.line,
                    step_line=line_of(steps[0]),
                    iterations=len(reused),
                )
            )


def _the_rule(reused: int, pairs: int) -> bool:
    """Whether gradients are kept at nearly all steps, or at most of many: cleared once an epoch, say."""
    return reused >= pairs - 1 or (reused >= ENOUGH and 2 * reused > pairs)


def _reworked(timeline: Timeline, first: Moment, second: Moment) -> bool:
    """Whether the program changed the gradients that a step had used before the next backward added to them."""
    begin = timeline.after(first, "before_backward", "step")
    until = begin.index if begin is not None else second.index
    between = timeline.moments[first.index + 1 : until]
    return any(moment.what == "grad_edit" and moment.touches(set(first.parameters)) for moment in between)


def _kept(timeline: Timeline, first: Moment, second: Moment) -> bool:
    """Whether gradients that the first step has used were still there at the next backward."""
    used = {n for n, state in zip(first.parameters, first.states, strict=False) if state == "F"}
    between = timeline.moments[first.index + 1 : second.index]
    if any(m.what in ("zero_grad", "grad_store") and m.touches(used) for m in between):
        return False
    starts = [m for m in between if m.what == "before_backward" and m.touches(used) and _adds(timeline, m, used)]
    return bool(starts) and all(starts[0].state(n) == "F" for n in used if starts[0].state(n))


def _adds(timeline: Timeline, start: Moment, used: set[int]) -> bool:
    """Whether the backward that starts there adds to these gradients: they may belong to a network that is held."""
    done = timeline.after(start, "backward")
    return done is None or done.touches(used)
