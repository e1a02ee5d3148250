"""Gradients are cleared between backward() and step(): the step finds nothing, or lacks what one of the losses gave."""

from collections.abc import Iterator

from gradhelp.checks.clip_misplaced import line_of
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import ZeroGradMisplaced
from gradhelp.model.span import Frozen, Span

Evidence = ZeroGradMisplaced
CLEARING = ("zero_grad", "grad_store")


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for number in run.timeline.held:
        steps = run.timeline.steps_of(number)
        if run.timeline.by_closure(number) or strays_only(run.timeline, steps):
            continue
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
    """The clearing that came after the gradients and before this step, if the step therefore found nothing."""
    held = set(step.parameters)
    last = timeline.before(step, *CLEARING, "backward", "step", of=held)
    if last is None or last.what not in CLEARING or step.states.strip("NZ"):
        return None
    backward = timeline.before(last, "backward", "step", of=held)
    made = backward is not None and backward.what == "backward"
    return last if made and backward is not None and any(backward.state(n) in ("F", "X") for n in held) else None


def strays_only(timeline: Timeline, steps: list[Moment]) -> bool:
    """Whether all that an optimizer's parameters ever got were strays: gradients made for another optimizer's step.

    A loss of another network that runs through this one leaves gradients here. They come after this optimizer's own
    step, the other one's step follows them, and this one's next turn rightly begins by clearing them.
    """
    if not steps or any(step.states.strip("NZ") for step in steps):
        return False
    held = set(steps[0].parameters)
    if timeline.before(steps[0], "backward", of=held) is not None and any(
        state != "N" for state in _left_by(timeline, steps[0], held)
    ):
        return False
    given = [m for m in timeline.of("backward") if any(m.state(n) == "F" for n in held)]
    return bool(given) and all(_for_another(timeline, moment, steps[0].optimizer) for moment in given)


def _left_by(timeline: Timeline, step: Moment, held: set[int]) -> list[str]:
    """The states of the held parameters after the latest backward before `step`."""
    backward = timeline.before(step, "backward", of=held)
    return [backward.state(n) for n in held] if backward is not None else []


def _for_another(timeline: Timeline, backward: Moment, optimizer: int | None) -> bool:
    """Whether what comes after this backward is a step of another optimizer that uses it."""
    following = timeline.after(backward, "step", "backward")
    if following is None:
        return True
    used = any(backward.state(n) == "F" for n in following.parameters)
    return following.what == "step" and following.optimizer != optimizer and used


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
    if used or not given or not given <= set(clearing.parameters) or _is_read(timeline, earlier.span):
        return None
    return clearing


def _is_read(timeline: Timeline, call: Span | None) -> bool:
    """Whether gradients were read after some pass of this backward call: only a line's first readings are recorded."""
    passes = [moment for moment in timeline.of("backward") if moment.span == call]
    following = [timeline.after(moment, "grad_read", "backward", "zero_grad", "step") for moment in passes]
    return any(moment is not None and moment.what == "grad_read" for moment in following)
