"""The optimizer holds the parameters of a network that is no longer the one in use."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import ModuleFact, Timeline
from gradhelp.model.evidence_training import RebuiltNetwork
from gradhelp.model.span import Frozen

Evidence = RebuiltNetwork


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for optimizer in run.optimizers:
        held = set(run.timeline.held.get(optimizer.id, ()))
        steps = run.timeline.steps_of(optimizer.id)
        new = successor(run.timeline, held)
        if optimizer.span is None or not steps or new is None or _ever_reached(run.timeline, held, len(steps)):
            continue
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


def _ever_reached(timeline: Timeline, held: set[int], steps: int) -> bool:
    """Whether the held parameters still get gradients at the last recorded step."""
    return bool(steps) and not _idle_at_the_end(timeline, held)


def _idle_at_the_end(timeline: Timeline, held: set[int]) -> bool:
    backwards = timeline.of("backward")[-3:]
    return bool(backwards) and not any(moment.state(n) == "F" for moment in backwards for n in held)


def successor(timeline: Timeline, held: set[int]) -> ModuleFact | None:
    """A module outside the optimizers that does get gradients and has as many parameters as the held one."""
    outside = timeline.reached({n for m in timeline.of("backward") for n in m.parameters}) - timeline.all_held
    fitting = [
        m for m in timeline.modules if m.parameters and m.parameters <= outside and len(m.parameters) == len(held)
    ]
    inside = [m for m in timeline.modules if m.parameters and m.parameters <= outside]
    return fitting[0] if fitting else max(inside, key=lambda m: len(m.parameters), default=None)
