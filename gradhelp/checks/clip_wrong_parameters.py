"""A clip is given nothing (a used-up iterator, an empty list), or parameters other than those that are stepped."""

import re
from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ClipWrongParameters
from gradhelp.model.span import Frozen, Span

Evidence = ClipWrongParameters
Reason = Literal["exhausted-generator", "empty", "other-network", "none-gradients"]


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    places: dict[Span, list[Moment]] = {}
    for moment in run.timeline.of("clip"):
        if moment.span is not None:
            places.setdefault(moment.span, []).append(moment)
    for where, clips in places.items():
        reasons = [_reason(run.timeline, clip) for clip in clips]
        # An iterator that is kept serves the first clip and none of the later ones.
        reason = reasons[-1]
        if reason is not None and (len(set(reasons)) == 1 or set(reasons[1:]) == {"exhausted-generator"}):
            evidence = ClipWrongParameters(
                where=where,
                reason=reason,
                argument=_argument(where.code),
                iterations=len(clips),
                backward_line=line_of(run.timeline.before(clips[0], "backward")),
                step_line=line_of(run.timeline.after(clips[0], "step")),
            )
            yield Sighting(evidence)


def _reason(timeline: Timeline, clip: Moment) -> Reason | None:
    if not clip.raw.get("count"):
        return "exhausted-generator" if clip.raw.get("given") in ("generator", "iterator") else "empty"
    numbers = set(clip.parameters)
    backward = timeline.before(clip, "backward")
    step = timeline.after(clip, "step")
    if clip.raw.get("raised") and not str(clip.raw.get("before") or "").strip("N"):
        return "none-gradients" if backward is not None and not backward.touches(numbers) else None
    if not numbers or backward is None or step is None or timeline.before(step, "backward") is not backward:
        return None
    if step.touches(numbers) or timeline.fed_by_hand(step):
        return None
    others = [m for m in timeline.moments[backward.index : step.index] if m.what == "clip" and m is not clip]
    if any(step.touches(set(other.parameters)) for other in others):
        return None
    return "none-gradients" if not str(clip.raw.get("before") or "").strip("N") else "other-network"


def _argument(code: str) -> str:
    """The first argument of the clip, as written."""
    inside = code.partition("(")[2]
    depth, end = 0, len(inside)
    for index, letter in enumerate(inside):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if (letter == "," and depth == 0) or depth < 0:
            end = index
            break
    return re.sub(r"^parameters\s*=\s*", "", inside[:end].strip())
