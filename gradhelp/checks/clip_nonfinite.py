"""A clip met a norm that is NaN or infinite: it multiplies every gradient by NaN, or by zero."""

import math
from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.model.evidence_training import ClipNonfinite
from gradhelp.model.span import Frozen

Evidence = ClipNonfinite


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    seen = set()
    for clip in run.timeline.of("clip"):
        norm = float(clip.raw.get("norm") or 0.0)
        before = str(clip.raw.get("before") or "")
        if clip.span is None or clip.span in seen or clip.raw.get("form") == "clip_grad_value_":
            continue
        if "X" not in before and math.isfinite(norm):
            continue
        if run.timeline.thrown_away(clip, set(clip.parameters)):
            continue
        seen.add(clip.span)
        hit = [run.timeline.name(n) for n, s in zip(clip.parameters, before, strict=False) if s == "X"]
        yield Sighting(
            ClipNonfinite(
                where=clip.span,
                norm="nan" if math.isnan(norm) else "inf",
                networks=[name for name in hit if name][:4],
                backward_line=line_of(run.timeline.before(clip, "backward")),
                step_line=line_of(run.timeline.after(clip, "step")),
                iterations=1,
            )
        )
