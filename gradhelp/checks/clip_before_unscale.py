"""Gradients are clipped while they are still multiplied by the GradScaler's scale."""

from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import clips_by_place, line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ClipScaled
from gradhelp.model.span import Frozen

Evidence = ClipScaled


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for where, clips in clips_by_place(run.timeline).items():
        scaled = [clip for clip in clips if _scale(run.timeline, clip) is not None]
        if clips and len(scaled) == len(clips):
            scale = _scale(run.timeline, scaled[0])
            evidence = ClipScaled(
                where=where,
                scale=f"{scale:g}",
                iterations=len(scaled),
                backward_line=line_of(run.timeline.before(scaled[0], "backward")),
                step_line=line_of(run.timeline.after(scaled[0], "step")),
            )
            yield Sighting(evidence)


def _scale(timeline: Timeline, clip: Moment) -> float | None:
    """The scale under which the gradients of this clip stand; None where they do not."""
    last = timeline.before(clip, "scale", "unscale_", "step")
    if last is None or last.what != "scale" or not last.raw.get("enabled"):
        return None
    scale = last.raw.get("scale")
    return float(scale) if isinstance(scale, int | float) and scale != 1 else None
