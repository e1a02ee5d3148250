"""A clip leaves next to nothing of the gradients, or turns them round."""

from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.clip_before_unscale import scale_of
from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.clips import clips_by_place
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment
from gradhelp.model.evidence_training import ClipVanishing
from gradhelp.model.span import Frozen

Evidence = ClipVanishing
Reason = Literal["zero", "negative", "tiny"]


class Params(Frozen):
    """`tiny`: the share of the gradient below which nothing of it is left."""

    tiny: float = 1e-5


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for where, clips in clips_by_place(run.timeline).items():
        effective = [clip.moment for clip in clips if "F" in clip.before and not clip.by_hand]
        reasons = {_reason(clip, params.tiny) for clip in effective}
        # A limit below zero turns the update round, whatever the limit was at other times.
        if not effective or (None in reasons and "negative" not in reasons):
            continue
        effective = [clip for clip in effective if _reason(clip, params.tiny) is not None]
        reason: Reason = "negative" if "negative" in reasons else "zero" if "zero" in reasons else "tiny"
        yield Sighting(
            ClipVanishing(
                where=where,
                reason=reason,
                max_norm=_short(effective[0].raw.get("limit")),
                norm_before=_short(effective[0].raw.get("norm")),
                iterations=len(effective),
                backward_line=line_of(run.timeline.before(effective[0], "backward")),
                step_line=line_of(run.timeline.after(effective[0], "step")),
            ),
            mild=reason == "tiny" and any(scale_of(run.timeline, clip) is not None for clip in clips),
        )


def _reason(clip: Moment, tiny: float) -> Reason | None:
    limit, norm = clip.raw.get("limit"), clip.raw.get("norm")
    if not isinstance(limit, int | float) or not isinstance(norm, int | float) or norm <= 0:
        return None
    if limit < 0:
        return "negative"
    if limit == 0:
        return "zero"
    by_norm = clip.raw.get("form") != "clip_grad_value_"
    return "tiny" if limit < 1e-10 or (by_norm and limit < tiny * norm) else None


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else ""
