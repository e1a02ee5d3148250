"""autograd.grad or DDP is asked for the gradient of something that is not in the graph."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import UnusedInput
from gradhelp.model.span import Frozen

Evidence = UnusedInput
MESSAGE = (
    r"differentiated [Tt]ensors?(?: at index \d+)? (?:appears? to not have been used|does not require grad)"
    r"|Expected to have finished reduction|differentiated input is unreachable"
)


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        where = failure.call("grad", "backward", "jacobian", "hessian") or failure.span()
        if where is not None:
            yield Sighting(UnusedInput(where=where, inputs=_inputs(where.code), backward_line=where.line))


def _inputs(code: str) -> str:
    """The second argument of `grad(outputs, inputs, …)`, as written."""
    named = re.search(r"inputs\s*=\s*([^,)]+(?:\([^)]*\))?)", code)
    if named:
        return named[1].strip()
    arguments = re.split(r",\s*(?![^(\[]*[)\]])", code.partition("(")[2])
    return arguments[1].strip(" )") if len(arguments) > 1 else ""
