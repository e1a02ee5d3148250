"""zero_grad() stands between backward() and step(): the step finds nothing, or lacks what one of the losses gave."""

from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ZeroGradMisplaced
from gradhelp.model.span import Frozen

Evidence = ZeroGradMisplaced


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for number in run.timeline.held:
        steps = run.timeline.steps_of(number)
        spoiled = [(clearing, step) for step in steps if (clearing := _clearing(run.timeline, step)) is not None]
        spoiled = spoiled or [(lost, step) for step in steps if (lost := _thrown_away(run.timeline, step)) is not None]
        if not spoiled or len(spoiled) < len(steps) - 1:
            continue
        clearing, step = spoiled[0]
        if clearing.span is not None:
            yield Sighting(
                ZeroGradMisplaced(
                    where=clearing.span,
                    optimizer=run.optimizer_name(number),
                    backward_line=line_of(run.timeline.before(clearing, "backward")),
                    step_line=line_of(step),
                    iterations=len(spoiled),
                )
            )


def _clearing(timeline: Timeline, step: Moment) -> Moment | None:
    """The zero_grad that came after the gradients and before this step, if the step therefore found nothing."""
    held = set(step.parameters)
    last = timeline.before(step, "zero_grad", "backward", "step", of=held)
    if last is None or last.what != "zero_grad" or step.states.strip("NZ"):
        return None
    backward = timeline.before(last, "backward", "step", of=held)
    made = backward is not None and backward.what == "backward"
    return last if made and backward is not None and any(backward.state(n) in ("F", "X") for n in held) else None


def _thrown_away(timeline: Timeline, step: Moment) -> Moment | None:
    """A zero_grad before this step that took all that an earlier backward of the same turn had given, unused and unread."""
    held = set(step.parameters)
    clearing = timeline.before(step, "zero_grad", "step", of=held)
    earlier = timeline.before(clearing, "backward", "step", "zero_grad", of=held) if clearing is not None else None
    if clearing is None or clearing.what != "zero_grad" or earlier is None or earlier.what != "backward":
        return None
    prior = timeline.before(earlier, "before_backward")
    given = {n for n, state in zip(earlier.parameters, earlier.states, strict=False) if state in ("F", "X")}
    given = {n for n in given if prior is None or prior.state(n) in ("N", "Z", "")}
    between = timeline.moments[earlier.index + 1 : clearing.index]
    used = any(moment.what in ("step", "grad_read", "grad_store", "clip", "grad_edit") for moment in between)
    return clearing if given and given <= set(clearing.parameters) and not used else None
