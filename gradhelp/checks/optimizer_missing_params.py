"""An optimizer lacks parameters that the program means to train.

Parameters that get a gradient and belong to no optimizer are often right: a policy trained through a fixed model of the
world leaves gradients there. That training was meant shows in one of six ways: the rest of the same network is
held; the network keeps them where `parameters()` does not look; the program clears their gradients; a term of the loss
leads to them alone, and so would be there for nothing; they are a head beside one that is held, fitted to data. A parameter,
or a tensor that was made to require gradients, that belongs to no network and is nobody's input was made to be trained.
"""

from collections import Counter
from collections.abc import Iterator

from gradhelp.checks.optimizer_rebuilt_network import replacements
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import OptimizerFact, Run
from gradhelp.facts.timeline import ModuleFact, Moment, Timeline
from gradhelp.facts.unheld import forgotten_heads, is_input
from gradhelp.model.evidence_training import MissingParameters
from gradhelp.model.span import Frozen

Evidence = MissingParameters
ENOUGH = 3
"""Backward passes in which a parameter of no network got a gradient."""


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    timeline = run.timeline
    replacing = _replacing(run)
    loose = _trained_and_unheld(timeline) - replacing
    reported: set[int] = set()
    for optimizer in run.optimizers:
        held = set(timeline.held.get(optimizer.id, ()))
        family = _family(timeline, held, loose)
        if family is not None:
            reported |= family.parameters | family.unregistered
            yield from _lacking(run, optimizer, loose & (family.parameters | family.unregistered), family)
    # Where networks were replaced, what belongs to none may have belonged to one that is gone.
    plain = [] if replacing else _plain(run, loose - reported)
    for optimizer, fed in _strangers(run, loose - reported):
        reported |= fed.parameters
        yield from _lacking(run, optimizer, set(fed.parameters), fed)
    heads = forgotten_heads(run, loose)
    for network in [*_cleared(timeline, loose), *_alone_in_a_term(run, loose), *heads, *plain]:
        user = _optimizer_after(run, network.parameters) if network.parameters & loose - reported else None
        if user is not None:
            reported |= network.parameters
            yield from _lacking(run, user, loose & network.parameters, network)


def _strangers(run: Run, loose: set[int]) -> Iterator[tuple[OptimizerFact, ModuleFact]]:
    """Optimizers that never had a gradient to step on, because the loss before their steps trains what they do not hold.

    Such are the optimizer of the critics that was given the target networks, and the one of another agent.
    """
    timeline = run.timeline
    for optimizer in run.optimizers:
        held = set(timeline.held.get(optimizer.id, ()))
        steps = timeline.steps_of(optimizer.id)
        if len(steps) < ENOUGH or any(m.state(n) == "F" for m in [*timeline.of("backward"), *steps] for n in held):
            continue
        fed = set.intersection(*({n for n in loose if _given_before(timeline, step, n)} for step in steps))
        names = [
            m.name for m in timeline.modules if m.parameters and m.parameters <= fed and m.training and not m.loaded
        ]
        if names:
            yield optimizer, ModuleFact(names[0], "", None, 0, True, frozenset(fed))


def _given_before(timeline: Timeline, step: Moment, number: int) -> bool:
    """Whether the backward just before a step of an optimizer made a gradient for this parameter."""
    backward = timeline.before(step, "backward")
    return backward is not None and backward.state(number) == "F"


def _plain(run: Run, loose: set[int]) -> list[ModuleFact]:
    """Each loose parameter of no network that got a gradient time after time which nobody read, as a part by itself."""
    timeline = run.timeline
    owned = {n for module in timeline.modules for n in module.parameters | module.unregistered}
    looked_at = {n for moment in timeline.of("grad_read", "grad_store", "grad_edit") for n in moment.parameters}
    fed = Counter(n for moment in timeline.of("backward") for n in loose if moment.state(n) == "F")
    return [
        ModuleFact(timeline.name(n), "Parameter", None, 0, True, frozenset({n}))
        for n in sorted(loose - owned - looked_at)
        if fed[n] >= ENOUGH and not is_input(run, timeline.name(n))
    ]


def _replacing(run: Run) -> set[int]:
    """Parameters of networks that took another's place: what is wrong there is the order, not the list."""
    return {number for _, new in replacements(run) for number in new.parameters}


def _lacking(run: Run, optimizer: OptimizerFact, missing: set[int], network: ModuleFact) -> Iterator[Sighting]:
    timeline = run.timeline
    steps = timeline.steps.get(optimizer.id, 0)
    if optimizer.span is None or not missing or not steps:
        return
    yield Sighting(
        MissingParameters(
            where=optimizer.span,
            missing=[timeline.name(n) or network.name or f"parameter {n}" for n in sorted(missing)][:6],
            held=len(timeline.held.get(optimizer.id, ())),
            optimizer=run.optimizer_name(optimizer.id),
            networks=[network.name] if network.name else [],
            iterations=steps,
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
    mixed = [m for m in timeline.modules if m.parameters & held and (m.parameters | m.unregistered) & loose]
    return min(mixed, key=lambda module: len(module.parameters), default=None)


def _cleared(timeline: Timeline, loose: set[int]) -> list[ModuleFact]:
    """Whole networks without an optimizer whose gradients the program clears, as one does with what one trains."""
    cleared = {number for moment in timeline.of("zero_grad") for number in moment.parameters} & loose
    owners = [m for m in timeline.modules if m.parameters & cleared and m.training and not m.loaded]
    separate = [m for m in owners if not m.parameters & timeline.all_held]
    outermost = [m for m in separate if not any(m.parameters < other.parameters for other in separate)]
    return list({m.parameters: m for m in outermost}.values())


def _alone_in_a_term(run: Run, loose: set[int]) -> list[ModuleFact]:
    """Networks that some term of a loss leads to, which leads to nothing that is held; other terms do."""
    alone: set[int] = set()
    for matrix in run.matrices:
        reached = [
            {number for number, letter in zip(matrix.parameters, term.letters, strict=False) if letter in "RFX"}
            for term in matrix.terms
        ]
        if any(numbers & run.timeline.all_held for numbers in reached):
            alone |= {n for numbers in reached if not numbers & run.timeline.all_held for n in numbers}
    owners = [m for m in run.timeline.modules if m.parameters & alone & loose and m.training and not m.loaded]
    return [m for m in owners if not m.parameters & run.timeline.all_held]


def _optimizer_after(run: Run, numbers: frozenset[int]) -> OptimizerFact | None:
    """The optimizer that steps after a backward in which these parameters got their gradient."""
    timeline = run.timeline
    for moment in timeline.of("backward"):
        if any(moment.state(number) == "F" for number in numbers):
            step = timeline.after(moment, "step")
            if step is not None and timeline.fed_by_hand(step):
                return None
            return next((o for o in run.optimizers if step is not None and o.id == step.optimizer), None)
    return None
