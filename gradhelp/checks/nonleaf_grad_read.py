""".grad of a tensor that is not a leaf is read: it is None, and torch only warns."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.model.evidence_training import NonleafRead
from gradhelp.model.span import Frozen

Evidence = NonleafRead


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    seen = set()
    for moment in run.timeline.of("nonleaf_read"):
        if moment.raw.get("retains") or moment.span is None or moment.span in seen:
            continue
        seen.add(moment.span)
        tensor = re.sub(r"\.grad$", "", moment.span.code)
        yield Sighting(NonleafRead(where=moment.span, tensor=tensor, iterations=1))
