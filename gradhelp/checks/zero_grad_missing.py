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


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for number in run.timeline.held:
        steps = run.timeline.steps_of(number)
        if run.timeline.by_closure(number):
            continue
        reused = [pair for pair in itertools.pairwise(steps) if _kept(run.timeline, *pair)]
        if len(steps) < 3 or len(reused) < len(steps) - 2:
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


def _kept(timeline: Timeline, first: Moment, second: Moment) -> bool:
    """Whether gradients that the first step has used were still there at the next backward."""
    used = {n for n, state in zip(first.parameters, first.states, strict=False) if state == "F"}
    between = timeline.moments[first.index + 1 : second.index]
    if any(m.what in ("zero_grad", "grad_store") and m.touches(used) for m in between):
        return False
    starts = [m for m in between if m.what == "before_backward" and m.touches(used)]
    return bool(starts) and all(starts[0].state(n) == "F" for n in used if starts[0].state(n))
