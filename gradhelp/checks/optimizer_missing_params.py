"""An optimizer lacks parameters of the very network whose other parameters it holds."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import ModuleFact, Timeline
from gradhelp.model.evidence_training import MissingParameters
from gradhelp.model.span import Frozen

Evidence = MissingParameters


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    timeline = run.timeline
    loose = _trained_and_unheld(timeline)
    for optimizer in run.optimizers:
        held = set(timeline.held.get(optimizer.id, ()))
        family = _family(timeline, held, loose)
        if optimizer.span is None or family is None or not timeline.steps.get(optimizer.id):
            continue
        missing = sorted(loose & family.parameters)
        yield Sighting(
            MissingParameters(
                where=optimizer.span,
                missing=[timeline.name(n) or f"parameter {n}" for n in missing][:6],
                held=len(held),
                optimizer=run.optimizer_name(optimizer.id),
                networks=[family.name] if family.name else [],
                iterations=timeline.steps.get(optimizer.id, 0),
            )
        )


def _trained_and_unheld(timeline: Timeline) -> set[int]:
    """Parameters that received a finite, non-zero gradient and that no optimizer held and nobody updated by hand."""
    found: set[int] = set()
    for moment in timeline.of("backward"):
        found |= {n for n, state in zip(moment.parameters, moment.states, strict=False) if state == "F"}
    return found - timeline.all_held - timeline.changed


def _family(timeline: Timeline, held: set[int], loose: set[int]) -> ModuleFact | None:
    """The smallest module that owns both held and missing parameters."""
    mixed = [m for m in timeline.modules if m.parameters & held and m.parameters & loose]
    return min(mixed, key=lambda module: len(module.parameters), default=None)
