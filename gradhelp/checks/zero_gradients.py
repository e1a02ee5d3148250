"""Gradients exist and are exactly zero, for a whole component, time after time."""

from collections.abc import Iterator
from typing import Literal

from gradhelp.checks import stale_log_prob
from gradhelp.checks.none_gradients import _parts
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run, TurningPoint
from gradhelp.facts.timeline import Timeline
from gradhelp.model.evidence_training import StaleLogProb, ZeroGradients
from gradhelp.model.span import Frozen, Span

Evidence = ZeroGradients
ENOUGH = 3
REDUCTIONS = frozenset({"mean", "sum", "max", "min", "amax", "amin", "median"})
SATURATING = frozenset(
    {"clamp", "clampmin", "clampmax", "hardtanh", "hardsigmoid", "relu", "leakyrelu", "threshold", "tanh", "sigmoid",
     "softmax", "logsoftmax", "softplus", "elu", "silu", "gelu", "hardswish", "relu6", "maximum", "minimum"}
)  # fmt: skip
Reason = Literal["saturated", "clipped-ratio", "zero-weight", "constant-term", "unknown"]


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for optimizer in run.optimizers:
        held = set(run.timeline.held.get(optimizer.id, ()))
        flat = _always_zero(run.timeline, held)
        parts = _parts(run.timeline, flat)
        whole = bool(parts) and sum(len(part.parameters) for part in parts) >= 2
        found = _culprit(run, flat) if flat else None
        # A single parameter may be flat for many reasons; behind a saturated expression there is one.
        if found is not None and (whole or found[1] == "saturated"):
            where, reason, loss, line = found
            evidence = ZeroGradients(
                where=where, reason=reason, loss=loss, backward_line=line, optimizer=run.optimizer_name(optimizer.id),
                networks=[part.name for part in parts if part.name][:4], iterations=ENOUGH,
            )  # fmt: skip
            cancels = reason == "unknown" and line in _lines_of_constant_ratios(run)
            yield Sighting(evidence, mild=cancels)


def _lines_of_constant_ratios(run: Run) -> set[int]:
    """The backward calls of losses whose ratio is one whatever the parameters are: its gradients cancel."""
    stale = (sighting.evidence for sighting in stale_log_prob.check(run, stale_log_prob.Params()))
    return {evidence.backward_line for evidence in stale if isinstance(evidence, StaleLogProb)}


def _always_zero(timeline: Timeline, held: set[int]) -> set[int]:
    """Parameters whose gradient was exactly zero after every backward that reached them, and at least ENOUGH times."""
    zero: dict[int, int] = {}
    other: set[int] = set()
    for moment in timeline.of("backward"):
        for number, state in zip(moment.parameters, moment.states, strict=False):
            if number in held and state == "Z":
                zero[number] = zero.get(number, 0) + 1
            elif state in ("F", "X"):
                other.add(number)
    return {number for number, count in zero.items() if count >= ENOUGH and number not in other}


def _culprit(run: Run, flat: set[int]) -> tuple[Span, Reason, str, int] | None:
    for ledger in run.ledgers:
        if ledger.reason not in ("watched", "zeros-arrived") or ledger.loss_span is None:
            continue
        weight = _zero_weight(ledger)
        if weight is not None:
            return weight, "zero-weight", ledger.loss_name, ledger.backward_line
    for moment in run.timeline.of("backward"):
        if moment.touches(flat) and moment.span is not None:
            behind = next((x for x in run.ledgers if x.call == moment.span), None)
            loss = behind.loss_name if behind else "loss"
            turn = next((p for p in run.turning_points if p.call == moment.span and p.kind == "zeroed"), None)
            if turn is not None:
                return turn.span, _reason(turn, behind), loss, moment.span.line
            where = (behind.loss_span if behind else None) or moment.span
            return where, "unknown", loss, moment.span.line
    return None


def _reason(turn: TurningPoint, ledger: Ledger | None) -> Reason:
    """What is known of an expression by the name of its backward function, and by what it was applied to."""
    name = turn.grad_fn.rstrip("0123456789").removesuffix("Backward").lower()
    if name not in SATURATING:
        return "unknown"
    node = next((n for n in ledger.nodes if n.span == turn.span), None) if ledger is not None else None
    applied_to = ledger.graph.operands(node) if ledger is not None and node is not None else []
    return "clipped-ratio" if any(operand.called == "exp" for operand in applied_to) else "saturated"


def _zero_weight(ledger: Ledger) -> Span | None:
    """The expression that made a factor which is exactly zero everywhere."""
    for node in ledger.nodes:
        if ledger.graph.operator(node) != "*":
            continue
        for operand in ledger.graph.operands(node):
            if operand.zero and not operand.live:
                return _first_zero(ledger, operand)
    return None


def _first_zero(ledger: Ledger, node: Node) -> Span | None:
    """Back through what is zero because its operand is, to what made the zeros."""
    for _ in range(12):
        before = next((o for o in ledger.graph.operands(node) if o.zero and o.span is not None), None)
        if before is None:
            return _own_mean(ledger, node) or node.span
        node = before
    return node.span


def _own_mean(ledger: Ledger, node: Node) -> Span | None:
    """Where zero is a value less its own mean: the mean, which was taken over the wrong axis."""
    operands = ledger.graph.operands(node)
    if ledger.graph.operator(node) == "/" and operands:
        node, operands = operands[0], ledger.graph.operands(operands[0])
    if ledger.graph.operator(node) != "-" or len(operands) != 2:
        return None
    return operands[1].span if operands[1].called in REDUCTIONS else None
