"""step() is unpacked into the wrong number of values."""

import ast
import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.failure import Failure
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import StepSignature
from gradhelp.model.span import Frozen

Evidence = StepSignature
MESSAGE = r"(?:too many|not enough) values to unpack \(expected (?P<wanted>\d+)(?:, got (?P<got>\d+))?\)"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, found in matching(run, MESSAGE, "ValueError"):
        where = failure.call("step", "last")
        if where is None or not _unpacks_directly(failure):
            continue
        wanted = int(found["wanted"])
        got = int(found["got"]) if found["got"] else 5 if wanted == 4 else 4
        name = re.split(r"\.step\(", where.code)[0]
        yield Sighting(StepSignature(where=where, got=got, wanted=wanted, environment=name))


def _unpacks_directly(failure: Failure) -> bool:
    """Whether the failing statement assigns the call itself to several names."""
    file, line = failure.last or ("", 0)
    source = failure.sources.get(file)
    for node in ast.walk(source.tree) if source and source.tree else ():
        if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or 0):
            return isinstance(node.targets[0], ast.Tuple | ast.List)
    return False
