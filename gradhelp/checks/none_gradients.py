"""Parameters of a trained network never receive a gradient though their module ran: its output is not in the loss."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import ModuleFact, Timeline
from gradhelp.model.evidence_training import NoneGradients
from gradhelp.model.span import Frozen, Span

Evidence = NoneGradients
ENOUGH = 2


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    timeline = run.timeline
    for optimizer in run.optimizers:
        held = set(timeline.held.get(optimizer.id, ()))
        steps = timeline.steps_of(optimizer.id)
        reached = timeline.reached(held)
        idle = held - reached - run.frozen_parameters
        if len(steps) < ENOUGH or not idle or not reached:
            continue
        parts = _parts(timeline, idle)
        where = _loss(run, held) or optimizer.span
        if where is None:
            continue
        evidence = NoneGradients(
            where=where,
            parameters=[timeline.name(n) or f"parameter {n}" for n in sorted(idle)][:6],
            total=len(held),
            optimizer=run.optimizer_name(optimizer.id),
            networks=[part.name for part in parts if part.name][:4],
            iterations=len(steps),
        )
        yield Sighting(evidence, mild=not any(part.called or _forgotten(timeline, part, reached) for part in parts))


def _forgotten(timeline: Timeline, part: ModuleFact, reached: set[int]) -> bool:
    """Whether a part that is only asked, never trained, stands beside a trained one of its kind, as in an ensemble.

    A target network does too, and gets its weights from elsewhere.
    """
    if not part.used or part.loaded or part.parameters & timeline.changed:
        return False
    twins = [m for m in timeline.modules if m.type == part.type and len(m.parameters) == len(part.parameters)]
    return any(twin.parameters and twin.parameters <= reached for twin in twins)


def _parts(timeline: Timeline, idle: set[int]) -> list[ModuleFact]:
    """The largest modules that lie entirely among the idle parameters."""
    inside = sorted(timeline.components(idle), key=lambda module: -len(module.parameters))
    chosen: list[ModuleFact] = []
    for module in inside:
        if not any(module.parameters <= other.parameters for other in chosen):
            chosen.append(module)
    return chosen


def _loss(run: Run, held: set[int]) -> Span | None:
    """The expression of the loss whose backward feeds this optimizer."""
    for moment in run.timeline.of("backward"):
        if any(moment.state(n) == "F" for n in held) and moment.span is not None:
            for ledger in run.ledgers:
                if (
                    ledger.call is not None
                    and ledger.call.line == moment.span.line
                    and ledger.call.file == moment.span.file
                ):
                    return ledger.loss_span
    return None
