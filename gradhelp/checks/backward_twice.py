"""backward() runs into a graph that an earlier backward has freed."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence_backward import BackwardTwice
from gradhelp.model.span import Frozen

Evidence = BackwardTwice
MESSAGE = r"backward through the graph a second time|Saved intermediate values of the graph are freed|buffers have already been freed"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        where = failure.call("backward", "grad") or failure.span()
        if where is None:
            continue
        ledger = next((x for x in reversed(run.ledgers) if x.reason == "backward-error"), None)
        freed = run.last_backward_line
        base = BackwardTwice(where=where, backward_line=where.line, freed_line=freed)
        if ledger is None:
            yield Sighting(base)
            continue
        yield Sighting(base.model_copy(update={"loss": ledger.loss_name, **_carried(ledger)}))


def _carried(ledger: Ledger) -> dict[str, object]:
    """Where a value of the freed graph enters the new one."""
    if ledger.loss is not None and ledger.loss.ordinal <= ledger.freed:
        line = ledger.loss.span.line if ledger.loss.span else 0
        return {"reason": "same-loss", "carried": ledger.loss_name, "carried_line": line, "made_line": line}
    for node in ledger.nodes:
        for operand in ledger.graph.operands(node):
            if operand.live and not operand.is_source and operand.ordinal <= ledger.freed < node.ordinal:
                return _edge(node, operand)
    return {}


def _edge(node: Node, old: Node) -> dict[str, object]:
    kept = old.stored[-1] if old.stored else old.taken[-1] if old.taken else None
    kept_attribute = kept is not None and kept.op == "store-attribute"
    return {
        "carried": old.name or (old.span.code if old.span else ""),
        "carried_line": kept.span.line if kept is not None else node.span.line if node.span else 0,
        "made_line": old.span.line if old.span else 0,
        "reason": "hidden-state"
        if kept_attribute or old.name == node.name
        else "stored-tensor"
        if kept
        else "shared-graph",
    }
