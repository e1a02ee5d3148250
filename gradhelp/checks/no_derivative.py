"""An operation for which torch has no derivative stands on the way."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, loss_of, matching
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
    for ledger in run.ledgers:
        if ledger.reason != "backward-error":
            continue
        for node in filter(lambda node: node.live, ledger.nodes):
            named = bool(node.called) and set(node.called.strip("_").split("_")) <= set(operation.split("_"))
            function = (node.grad_fn or "").rstrip("0123456789").removesuffix("Backward").lower()
            same = bool(operation) and function == operation.replace("_", "").lower()
            if node.span is not None and (named or same or node.grad_fn == "NotImplemented"):
                return node.span
    return None
