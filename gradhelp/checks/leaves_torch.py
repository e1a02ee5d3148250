"""A tensor becomes an array, a number or a list on the path: whatever happens there, autograd does not see it."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node
from gradhelp.facts.run import Run
from gradhelp.model.evidence import LeavesTorch
from gradhelp.model.span import Frozen

Evidence = LeavesTorch
OUTSIDE = ("array", "number", "container")
INSIDE = ("tensor", "parameter")


class Params(Frozen):
    """`methods` of tensors and `functions` that convert; every function of `modules` converts what it is given."""

    methods: list[str]
    functions: list[str]
    modules: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                before = path.nodes[position + 1] if position + 1 < len(path.nodes) else path.alive
                if node.span is None or not _leaves(node, before) or _index_of_something(path, position):
                    continue
                evidence = LeavesTorch(**common(run, ledger, node.span, path, position), conversion=_conversion(node))
                yield Candidate(evidence, ledger, path, position)


def _leaves(node: Node, before: Node) -> bool:
    """Whether `node` is the first value outside torch that was made of the tensor `before`."""
    if node.value not in OUTSIDE or node.op == "store":
        return False
    inside = before.value in INSIDE or (before.value == "object" and before.live)
    return inside and "step" not in (node.called, node.attr)


def _index_of_something(path: Path, position: int) -> bool:
    """An integer that was read out (an argmax, a class) has no gradient to lose: what made it an integer is the cut."""
    return any(node.is_integer for node in path.nodes[position + 1 :][:3])


def _conversion(node: Node) -> str:
    if node.op == "call" and node.attr and node.on_tensor:
        return f".{node.attr}()"
    if node.op == "call":
        return f"{node.callee.removeprefix('builtins.')}()"
    return node.span.code if node.span else "conversion"
