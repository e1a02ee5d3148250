"""A detach call, or a read of `.data`, between the parameters and the loss."""

from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.node import Node
from gradhelp.facts.run import Run
from gradhelp.model.evidence import Detached
from gradhelp.model.span import Frozen

Evidence = Detached
Form = Literal["detach()", "detach_()", ".data", "other"]


class Params(Frozen):
    """`methods` and `attributes` of tensors, `functions`, and methods of modules (`handing`) that hand out values without
    their history."""

    methods: list[str]
    functions: list[str]
    attributes: list[str]
    handing: list[str] = []


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                form = _form(node, params)
                if form is not None and node.span is not None:
                    evidence = Detached(**common(run, ledger, node.span, path, position), form=form)
                    yield Candidate(evidence, ledger, path, position)


def _form(node: Node, params: Params) -> Form | None:
    if node.op == "attribute" and node.attr in params.attributes and node.on_tensor:
        return ".data"
    if node.is_call(params.functions, params.methods) and (node.on_tensor or node.callee in params.functions):
        return "detach_()" if node.called == "detach_" else "detach()"
    if node.op == "call" and node.called in params.handing and not node.on_tensor:
        return "other"
    return None
