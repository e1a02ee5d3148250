"""Gradients are clipped before backward() has made them, or after step() has used them."""

from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.clips import Clip, clips_by_place
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ClipMisplaced
from gradhelp.model.span import Frozen, Span

Evidence = ClipMisplaced
When = Literal["before-backward", "after-step"]


class Params(Frozen):
    """`when`: which of the two misplacements."""

    when: When


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for where, clips in clips_by_place(run.timeline).items():
        found = [_misplaced(run.timeline, clip, clips[0]) for clip in clips]
        if all(when == params.when for when in found):
            yield Sighting(_evidence(run.timeline, where, clips, params.when))


def _misplaced(timeline: Timeline, clip: Clip, first: Clip) -> When | None:
    """How this clip is misplaced: what came last for its parameters, and what comes next. `first`: of its place."""
    numbers = set(clip.parameters)
    if clip.scales and _may_be_meant(timeline, clip, numbers):
        return None
    last = timeline.before(clip.first, "backward", "step", "zero_grad", of=numbers)
    following = timeline.after(clip.moment, "backward", "step", of=numbers)
    if _amid_another(timeline, clip, numbers, last):
        return None
    if last is not None and last.what == "step":
        if _loop_begins_with(timeline, first):
            return "before-backward"
        return "after-step" if following is None or following.what == "backward" else None
    if last is None or last.what == "zero_grad":
        if clip.refused and timeline.before(clip.first, "backward") is None:
            return "before-backward"
        return "before-backward" if following is not None and following.what == "backward" else None
    return None


def _amid_another(timeline: Timeline, clip: Clip, numbers: set[int], last: Moment | None) -> bool:
    """Whether the clip stands between the backward and the step of another network: its place is right, its argument is not."""
    backward, step = timeline.before(clip.first, "backward"), timeline.after(clip.moment, "step")
    if backward is None or step is None or (last is not None and last.index >= backward.index):
        return False
    return timeline.before(step, "backward") is backward and not step.touches(numbers)


def _may_be_meant(timeline: Timeline, clip: Clip, numbers: set[int]) -> bool:
    """Whether what was multiplied is still of use: gradients that the next backward adds to, as momentum does."""
    following = timeline.after(clip.moment, "backward", "zero_grad", of=numbers)
    return "F" in clip.before and (following is None or following.what == "backward")


def _loop_begins_with(timeline: Timeline, first: Clip) -> bool:
    """Whether the loop begins with this clip: then what looks late belongs to the next turn."""
    return timeline.before(first.first, "backward", "step") is None


def _evidence(timeline: Timeline, where: Span, clips: list[Clip], when: When) -> ClipMisplaced:
    before, first = clips[0].before, clips[0].first
    state: Literal["none", "stale", "zero", "used"] = "used" if when == "after-step" else _state(before)
    backward = timeline.after(first, "backward") or timeline.before(first, "backward")
    step = timeline.after(first, "step") or timeline.before(first, "step")
    return ClipMisplaced(
        where=where,
        when=when,
        state=state,
        iterations=len(clips),
        backward_line=line_of(backward),
        step_line=line_of(step),
    )


def _state(before: str) -> Literal["none", "stale", "zero"]:
    return "none" if not before.strip("N") else "zero" if not before.strip("NZ") else "stale"


def line_of(moment: Moment | None) -> int:
    """The user's line of a moment; 0 where unknown."""
    return moment.span.line if moment is not None and moment.span is not None else 0
