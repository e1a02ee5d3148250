"""Gradients are clipped while they are still multiplied by the GradScaler's scale."""

from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.clips import Clip, clips_by_place
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ClipScaled
from gradhelp.model.span import Frozen

Evidence = ClipScaled


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for where, clips in clips_by_place(run.timeline).items():
        scaled = [clip for clip in clips if scale_of(run.timeline, clip) is not None]
        if clips and len(scaled) == len(clips):
            scale = scale_of(run.timeline, scaled[0])
            evidence = ClipScaled(
                where=where,
                scale=f"{scale:g}",
                iterations=len(scaled),
                backward_line=line_of(run.timeline.before(scaled[0].first, "backward")),
                step_line=line_of(run.timeline.after(scaled[0].moment, "step")),
            )
            yield Sighting(evidence)


def scale_of(timeline: Timeline, clip: Clip) -> float | None:
    """The scale under which the gradients of this clip stand; None where they do not."""
    last = timeline.before(clip.first, "scale")
    if last is None or not last.raw.get("enabled"):
        return None
    since = timeline.moments[last.index : clip.first.index]
    if any(_frees(timeline, moment, set(clip.parameters)) for moment in since):
        return None
    scale = last.raw.get("scale")
    return float(scale) if isinstance(scale, int | float) and scale != 1 else None


def _frees(timeline: Timeline, moment: Moment, numbers: set[int]) -> bool:
    """Whether this moment takes the scale off these parameters' gradients, or uses them up."""
    if moment.what == "step":
        return moment.touches(numbers)
    if moment.what != "unscale_":
        return False
    unscaled = moment.raw.get("unscaled")
    return unscaled is None or any(numbers.intersection(timeline.held.get(number, ())) for number in unscaled)
