"""An operation without a gradient by nature, on the path: its operand was alive, its result is a fresh constant."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import NonDifferentiable
from gradhelp.model.span import Frozen

Evidence = NonDifferentiable


class Params(Frozen):
    """Names of `operations` and integer `casts`; `zero_gradient` ones have a grad_fn whose gradient is zero."""

    operations: list[str]
    casts: list[str]
    zero_gradient: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        if ledger.reason == "zeros-arrived":
            yield from _flat(run, ledger, params)
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                before = path.nodes[position + 1] if position + 1 < len(path.nodes) else path.alive
                operation = _operation(node, before, params)
                if operation and node.span is not None:
                    evidence = NonDifferentiable(
                        **common(run, ledger, node.span, path, position),
                        operation=operation,
                        zero_gradient=node.called in params.zero_gradient,
                    )
                    yield Candidate(evidence, ledger, path, position)


def _flat(run: Run, ledger: Ledger, params: Params) -> Iterator[Candidate]:
    """All gradients came out exactly zero, and the loss is made by way of an operation that is flat everywhere."""
    for node in ledger.nodes:
        if node.live and node.called in params.zero_gradient and node.span is not None:
            fields = common(run, ledger, node.span, None)
            before = next((o for o in ledger.graph.operands(node) if o.live), node)
            fields |= {"value": before.name or fields["value"]}
            evidence = NonDifferentiable(**fields, operation=f"{node.called}()", zero_gradient=True)
            yield Candidate(evidence, ledger)
            return


def _operation(node: Node, before: Node, params: Params) -> str:
    if node.value != "tensor" or before.value not in ("tensor", "parameter") or before.is_integer:
        return ""
    if node.op == "compare":
        return "comparison"
    if node.called in params.operations or node.called in params.zero_gradient:
        return f"{node.called}()"
    if node.is_integer and (node.called in params.casts or node.op in ("call", "operator", "subscript", "attribute")):
        return f"{node.called}()" if node.called else node.op
    return ""
