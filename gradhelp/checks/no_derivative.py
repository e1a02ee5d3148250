"""An operation for which torch has no derivative stands on the way."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, loss_of, matching
from gradhelp.facts.node import Node
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import NoDerivative
from gradhelp.model.span import Frozen, Span

Evidence = NoDerivative
MESSAGE = (
    r"derivative for '?(?:aten::)?(?P<op>\w+)(?:: \w+)?'? is not implemented"
    r"|(?P<name>\w+) does not support automatic differentiation|Trying to differentiate twice a function that was marked"
)


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, found in matching(run, MESSAGE):
        operation = found["op"] or found["name"] or ""
        where = _operation(run, operation) or failure.span()
        if where is not None:
            loss, line = loss_of(run)
            shown = operation if operation else re.sub(r"\(.*", "", where.code)[-60:]
            yield Sighting(NoDerivative(where=where, operation=shown, loss=loss, backward_line=line))


def _operation(run: Run, operation: str) -> Span | None:
    """The recorded expression behind a derivative that is missing only in the backward pass."""
    failed = (ledger for ledger in run.ledgers if ledger.reason == "backward-error")
    living = [node for ledger in failed for node in ledger.nodes if node.live and node.span is not None]
    for means in (_is_called, _is_function):
        found = next((node.span for node in living if means(node, operation)), None)
        if found is not None:
            return found
    return None


def _is_called(node: Node, operation: str) -> bool:
    words = set(node.called.strip("_").split("_"))
    return node.grad_fn == "NotImplemented" or (bool(node.called) and words <= set(operation.split("_")))


def _is_function(node: Node, operation: str) -> bool:
    """Whether autograd calls the operation so, under whatever name the user called it."""
    function = (node.grad_fn or "").rstrip("0123456789").removesuffix("Backward").lower()
    return bool(operation) and function == operation.replace("_", "").lower()
