"""A custom autograd.Function, or a bridge to another library, behind which the gradient does not arrive."""

import re
from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.candidate import Candidate, common, spot
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import CustomFunction
from gradhelp.model.span import Frozen

Evidence = CustomFunction
FUNCTION = "torch.autograd.function.Function"
UNREGISTERED = re.compile(
    r"backward through (?P<space>\w+)(?:\.|::)(?P<name>\w+)\S* but no autograd formula was registered"
)
Reason = Literal["returns-none", "not-implemented", "bridge", "non-differentiable"]


class Params(Frozen):
    """`bridges`: dotted names of functions that carry a tensor to or from another library."""

    bridges: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        if ledger.reason in ("nothing-arrived", "backward-error"):
            yield from _on_living_path(run, ledger)
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                reason = _reason(node, params)
                if reason and node.span is not None:
                    fields = common(run, ledger, node.span, path, position)
                    evidence = CustomFunction(**fields, function=_name(node), reason=reason)
                    yield Candidate(evidence, ledger, path, position)


def _reason(node: Node, params: Params) -> Reason | None:
    if node.is_call(params.bridges):
        return "bridge"
    return "non-differentiable" if _is_custom(node) and node.grad_enabled else None


def _is_custom(node: Node) -> bool:
    return (
        node.op == "call" and node.called == "apply" and (FUNCTION in node.receiver or node.callee.endswith(".apply"))
    )


def _on_living_path(run: Run, ledger: Ledger) -> Iterator[Candidate]:
    message = str((run.exception or {}).get("message", ""))
    unregistered = UNREGISTERED.search(message)
    if ledger.reason == "backward-error" and unregistered is not None:
        yield from _registered(run, ledger, unregistered["space"], unregistered["name"])
        return
    if ledger.reason == "backward-error" and "custom autograd.Function" not in message:
        return
    reason: Reason = "not-implemented" if ledger.reason == "backward-error" else "returns-none"
    for node in ledger.nodes:
        if _is_custom(node) and node.live:
            evidence = CustomFunction(**common(run, ledger, spot(node), None), function=_name(node), reason=reason)
            yield Candidate(evidence, ledger)
            return


def _registered(run: Run, ledger: Ledger, space: str, name: str) -> Iterator[Candidate]:
    """The call of an operator that was registered with torch (`torch.library`) without a formula for its backward."""
    for node in ledger.nodes:
        if node.live and node.span is not None and f"{space}_{name}" in (node.grad_fn or ""):
            fields = common(run, ledger, node.span, None)
            yield Candidate(CustomFunction(**fields, function=name, reason="not-implemented"), ledger)
            return


def _name(node: Node) -> str:
    if node.called == "apply" and node.callee:
        return node.callee.removesuffix(".apply").rpartition(".")[2]
    return node.callee or node.called
