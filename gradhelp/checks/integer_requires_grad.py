"""An integer or bool tensor is asked for gradients."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import IntegerRequiresGrad
from gradhelp.model.span import Frozen

Evidence = IntegerRequiresGrad
MESSAGE = r"[Oo]nly Tensors of floating point (?:and complex )?dtype can require gradients|can only be float(?:ing)? (?:point )?to require"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        where = failure.span()
        if where is not None:
            found = re.search(r"dtype\s*=\s*(torch\.\w+)", where.code)
            yield Sighting(IntegerRequiresGrad(where=where, dtype=found[1] if found else ""))
