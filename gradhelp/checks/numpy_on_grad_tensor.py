"""A tensor that requires grad is converted to NumPy: by name, by np.*, or by something that plots or logs it."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.failure import Failure
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import NumpyOnGrad
from gradhelp.model.span import Frozen

Evidence = NumpyOnGrad
MESSAGE = r"Can't call numpy\(\) on (?:Tensor|Variable) that requires grad|Can't export tensors that require gradient"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        if handed_to_environment(failure):
            continue
        where = failure.span()
        if where is not None:
            yield Sighting(NumpyOnGrad(where=where, tensor=_tensor(where.code)))


def handed_to_environment(failure: Failure) -> bool:
    """Whether it was an environment's step that converted its action."""
    return (
        failure.call("step", "step_async") is not None
        and failure.lines[-1:] != ()
        and failure.raised_in != failure.lines[-1][0]
    )


def _tensor(code: str) -> str:
    found = re.search(r"([\w.\[\]]+)\.(?:cpu\(\)\.)?numpy\(", code) or re.search(
        r"np\.(?:append|concatenate)\(\s*\w+\s*,\s*([\w.\[\]]+)", code
    )
    found = found or re.search(r"np\.\w+\(\s*([\w.\[\]]+)", code)
    return found[1] if found else ""
