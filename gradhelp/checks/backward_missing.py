"""An optimizer steps, and no backward() ever made a gradient for what it holds."""

import re
from collections.abc import Iterator

from gradhelp.checks.optimizer_rebuilt_network import successor
from gradhelp.checks.sighting import Sighting
from gradhelp.checks.zero_grad_misplaced import strays_only
from gradhelp.facts.run import Ledger, Run
from gradhelp.facts.timeline import Moment
from gradhelp.model.evidence_training import BackwardMissing
from gradhelp.model.span import Frozen

Evidence = BackwardMissing
EXPLAINED = ("leaf-loss", "no-parameters", "nothing-arrived", "no-grad")
FUNCTIONAL = re.compile(r"(^|\.)grad\(")


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    if any(ledger.reason in EXPLAINED and not _hands_back(ledger) for ledger in run.ledgers):
        return
    for optimizer in run.optimizers:
        held = set(run.timeline.held.get(optimizer.id, ()))
        steps = run.timeline.steps_of(optimizer.id)
        if len(steps) < 2 or not _finds_nothing(run, steps, held):
            continue
        if successor(run.timeline, held, run.timeline.made.get(optimizer.id, 0)) is not None or steps[0].span is None:
            continue
        yield Sighting(
            BackwardMissing(
                where=steps[0].span,
                optimizer=run.optimizer_name(optimizer.id),
                networks=list(optimizer.owners),
                step_line=steps[0].span.line,
                iterations=len(steps),
            )
        )


def _finds_nothing(run: Run, steps: list[Moment], held: set[int]) -> bool:
    """Whether no step finds a gradient, since none was ever made or only ones that were meant for another optimizer."""
    if any(step.states.strip("NZ") for step in steps):
        return False
    return not run.timeline.reached(held) or strays_only(run.timeline, steps)


def _hands_back(ledger: Ledger) -> bool:
    """Whether `torch.autograd.grad` was called: its gradients are handed back, and nothing arrives in `.grad`."""
    return ledger.reason == "nothing-arrived" and ledger.call is not None and bool(FUNCTIONAL.search(ledger.call.code))
