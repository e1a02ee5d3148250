"""The optimizer holds the parameters of a network that is no longer the one in use."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import OptimizerFact, Run
from gradhelp.facts.timeline import ModuleFact, Moment, Timeline
from gradhelp.model.evidence_training import RebuiltNetwork
from gradhelp.model.span import Frozen

Evidence = RebuiltNetwork


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for optimizer, new in replacements(run):
        if optimizer.span is None:
            continue
        steps = run.timeline.steps_of(optimizer.id)
        later = new.made is not None and new.made_ordinal > run.timeline.made.get(optimizer.id, 0)
        where = new.made if later and new.made is not None else optimizer.span
        yield Sighting(
            RebuiltNetwork(
                where=where,
                optimizer_line=optimizer.span.line,
                rebuilt_line=new.made.line if new.made else 0,
                optimizer=run.optimizer_name(optimizer.id),
                networks=[new.name] if new.name else list(optimizer.owners),
                step_line=steps[0].span.line if steps[0].span else 0,
                iterations=len(steps),
            )
        )


def replacements(run: Run) -> Iterator[tuple[OptimizerFact, ModuleFact]]:
    """The optimizers that still hold what is out of use, each with the module that is in use instead."""
    timeline = run.timeline
    for optimizer in run.optimizers:
        held = set(timeline.held.get(optimizer.id, ()))
        steps = timeline.steps_of(optimizer.id)
        if not steps or not timeline.of("backward") or timeline.fed_by_hand(steps[-1]):
            continue
        made = timeline.made.get(optimizer.id, 0)
        idle = _idle_at_the_end(timeline, held, steps[-1])
        new = successor(timeline, held, made) if idle else _part(timeline, made, held)
        if new is not None and (new.made_ordinal > made or not _in_use(timeline, held)):
            yield optimizer, new


def _in_use(timeline: Timeline, held: set[int]) -> bool:
    """Whether what the optimizer holds is still there and runs: a target network, which was never to be trained."""
    return any(module.used and module.parameters <= held for module in timeline.modules if module.parameters)


def _part(timeline: Timeline, made: int, held: set[int]) -> ModuleFact | None:
    """A part of the network that was made after the optimizer, in place of one that no module has any more."""
    owned = {number for module in timeline.modules for number in module.parameters}
    if held <= owned or not held & owned:
        return None
    outside = timeline.reached({n for m in timeline.of("backward") for n in m.parameters}) - timeline.all_held
    late = [m for m in timeline.modules if m.parameters and m.parameters <= outside and m.made_ordinal > made]
    return max(late, key=lambda module: len(module.parameters), default=None)


def _idle_at_the_end(timeline: Timeline, held: set[int], last: Moment) -> bool:
    """Whether the optimizer's `last` steps had nothing to use; one that is done with may well be idle after them."""
    backwards = [moment for moment in timeline.of("backward") if moment.index < last.index][-3:]
    return bool(backwards) and not any(moment.state(n) == "F" for moment in backwards for n in held)


def successor(timeline: Timeline, held: set[int], made: int) -> ModuleFact | None:
    """A module outside the optimizers that does get gradients and has as many parameters as the held one.

    Of a network whose inside was replaced after the optimizer was `made`, it is what is inside.
    """
    outside = timeline.reached({n for m in timeline.of("backward") for n in m.parameters}) - timeline.all_held
    fitting = [
        m for m in timeline.modules if m.parameters and m.parameters <= outside and len(m.parameters) == len(held)
    ]
    inside = [m for m in timeline.modules if m.parameters and m.parameters <= outside]
    late = [m for m in fitting if m.made_ordinal > made]
    return (late or fitting)[0] if fitting else max(inside, key=lambda m: len(m.parameters), default=None)
