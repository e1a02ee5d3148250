"""A leaf that requires grad is changed in place while gradients are recorded."""

import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import LeafInplace
from gradhelp.model.span import Frozen

Evidence = LeafInplace
MESSAGE = (
    r"(?:a |a view of a )?leaf [Vv]ariable that requires grad (?:is being|has been)|leaf variable has been moved into"
)


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, _ in matching(run, MESSAGE):
        where = failure.span()
        if where is not None:
            yield Sighting(LeafInplace(where=where, tensor=_target(where.code)))


def _target(code: str) -> str:
    """What is changed: the left side of an augmented assignment or store, or what a method ending in `_` is called on."""
    found = re.match(r"([\w.\[\]'\", :]+?)\s*(?:[-+*/|&^@%]=|\*\*=|//=|=(?!=))", code)
    found = found or re.match(r"([\w.\[\]'\"]+)\.\w+_\(", code)
    return found[1].strip() if found else ""
