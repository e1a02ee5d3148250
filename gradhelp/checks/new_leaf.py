"""A constructor copied computed tensors into a fresh leaf tensor."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.node import Node
from gradhelp.facts.run import Run
from gradhelp.model.evidence import NewLeaf
from gradhelp.model.span import Frozen

Evidence = NewLeaf


class Params(Frozen):
    """`constructors`: dotted names; `methods`: methods of tensors that construct."""

    constructors: list[str]
    methods: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                before = path.nodes[position + 1] if position + 1 < len(path.nodes) else path.alive
                if node.span is None or not _constructs(node, before, params):
                    continue
                evidence = NewLeaf(
                    **common(run, ledger, node.span, path, position),
                    constructor=_constructor(node),
                    of_list=_of_several(node),
                )
                yield Candidate(evidence, ledger, path, position)


def _constructs(node: Node, before: Node, params: Params) -> bool:
    named = node.is_call(params.constructors) or (node.called in params.methods and node.on_tensor)
    return named and before.value in ("tensor", "parameter") and not before.is_integer


def _constructor(node: Node) -> str:
    return node.callee.replace("torch.autograd.variable.Variable", "Variable") or node.called


def _of_several(node: Node) -> bool:
    """Whether the constructor was given a list or tuple: written out, by name, or as a comprehension."""
    return len(node.operands) > 1 or "[" in (node.span.code if node.span else "")
