"""backward() on a tensor with more than one element."""

from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.run import Run
from gradhelp.facts.source import backward_subject
from gradhelp.model.evidence_backward import Nonscalar
from gradhelp.model.span import Frozen

Evidence = Nonscalar
MESSAGE = r"grad can be implicitly created only for scalar outputs|to return a scalar [tT]ensor, got tensor with"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        where = failure.call("backward", "grad", "grad_and_value") or failure.span()
        if where is None:
            continue
        shapes = [ledger.loss.shape for ledger in run.ledgers if ledger.reason == "backward-error" and ledger.loss]
        shape = str(tuple(shapes[-1])) if shapes and shapes[-1] is not None else ""
        name = backward_subject(where.code) or "loss"
        yield Sighting(Nonscalar(where=where, shape=shape, loss=name, backward_line=where.line))
