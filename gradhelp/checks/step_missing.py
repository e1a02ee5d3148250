"""Gradients are computed and no optimizer step ever uses them."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.evidence_training import StepMissing
from gradhelp.model.span import Frozen

Evidence = StepMissing
ENOUGH = 3
"""Backward passes that should have been followed by a step; fewer may be accumulation that was still under way."""


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    if not run.complete:
        return
    for optimizer in run.optimizers:
        held = set(run.timeline.held.get(optimizer.id, ()))
        if run.timeline.steps.get(optimizer.id) or held & run.timeline.changed:
            continue
        piling = not run.optimizer_steps and _in_training(run.timeline, held)
        fed = [m for m in run.timeline.of("backward") if _feeds(run.timeline, m, held, piling)]
        if len(fed) < ENOUGH:
            continue
        own = _own_backward(fed, held)
        if own.span is None:
            continue
        yield Sighting(
            StepMissing(
                where=own.span,
                optimizer=run.optimizer_name(optimizer.id),
                networks=list(optimizer.owners),
                backward_line=own.span.line,
                iterations=len(fed),
            )
        )


def _own_backward(fed: list[Moment], held: set[int]) -> Moment:
    """The backward of the loss that trains these parameters; another network's loss leaves gradients in them too."""
    return next((m for m in fed if m.raw.get("given") and held.issuperset(m.raw["given"])), fed[0])


def _in_training(timeline: Timeline, held: set[int]) -> bool:
    """Whether networks of the optimizer are in training mode: others are differentiated to be looked at."""
    return any(module.training and module.called for module in timeline.modules if module.parameters & held)


def _feeds(timeline: Timeline, backward: Moment, held: set[int], piling: bool) -> bool:
    """Whether this backward made gradients for what the optimizer holds, and for nothing that is stepped after it.

    `piling`: nothing is ever stepped, so gradients that are there already are added to.
    """
    before = None if piling else timeline.before(backward, "before_backward")
    fresh = {n for n in held if backward.state(n) == "F" and (before is None or before.state(n) != "F")}
    step = timeline.after(backward, "step")
    nextward = timeline.after(backward, "backward")
    used = step is not None and (nextward is None or step.index < nextward.index) and step.touches(fresh)
    return bool(fresh) and not used
