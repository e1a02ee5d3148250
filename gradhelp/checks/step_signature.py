"""step() is unpacked into the wrong number of values."""

import ast
import re
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, matching
from gradhelp.facts.failure import Failure
from gradhelp.facts.run import Run
from gradhelp.facts.source import SourceText
from gradhelp.model.evidence_backward import StepSignature
from gradhelp.model.span import Frozen, Span

Evidence = StepSignature
MESSAGE = r"(?:too many|not enough) values to unpack \(expected (?P<wanted>\d+)(?:, got (?P<got>\d+))?\)"
SPREAD = r"takes (?P<taken>\d+) positional arguments? but (?P<given>\d+) were given|missing \d required positional"
OLD, NEW = 4, 5
DEEP = 3
"""So many names and functions of the user's a step's result is followed through."""


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, found in matching(run, MESSAGE, "ValueError"):
        where = _unpacked(failure)
        if where is None:
            continue
        wanted = int(found["wanted"])
        got = int(found["got"]) if found["got"] else NEW if wanted == OLD else OLD
        yield Sighting(StepSignature(where=where, got=got, wanted=wanted, environment=_environment(where)))
    for failure, found in matching(run, SPREAD, "TypeError"):
        where = _spread(failure)
        if where is not None:
            got, wanted = (NEW, OLD) if found["given"] and int(found["given"]) > int(found["taken"]) else (OLD, NEW)
            yield Sighting(StepSignature(where=where, got=got, wanted=wanted, environment=_environment(where)))


def _environment(where: Span) -> str:
    return re.split(r"\.step\(", where.code)[0] if ".step(" in where.code else ""


def _unpacked(failure: Failure) -> Span | None:
    """What the failing statement assigns to several names, where that is what step() gave."""
    source, line = _place(failure)
    for node in ast.walk(source.tree) if source and source.tree else ():
        if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or 0):
            several = isinstance(node.targets[0], ast.Tuple | ast.List)
            if source is None or not several or not _is_step(failure, source, node.value, DEEP):
                return None
            return failure.call("step", "last") or source.span(node.value)
    return None


def _spread(failure: Failure) -> Span | None:
    """The step on the failing line whose values are handed on by a star: `Transition(*env.step(action))`."""
    source, line = _place(failure)
    if source is None or source.tree is None:
        return None
    spread = (node.value for node in ast.walk(source.tree) if isinstance(node, ast.Starred))
    for value in spread:
        here = value.lineno <= line <= (value.end_lineno or 0)
        if here and _is_step(failure, source, value, DEEP):
            return failure.call("step", "last") or source.span(value)
    return None


def _place(failure: Failure) -> tuple[SourceText | None, int]:
    file, line = failure.last or ("", 0)
    return failure.sources.get(file), line


def _is_step(failure: Failure, source: SourceText, value: ast.expr, deep: int) -> bool:
    """Whether `value` is the result of a step: of the call itself, or handed on by a name or a function of the user's."""
    if isinstance(value, ast.Name) and deep:
        return any(_is_step(failure, source, found, deep - 1) for found in _assigned(source, value.id, value.lineno))
    if not isinstance(value, ast.Call):
        return False
    called = value.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    if name in ("step", "last") and isinstance(called, ast.Attribute):
        return True
    if not deep:
        return False
    aliases = _assigned(source, name, value.lineno) if isinstance(called, ast.Name) else []
    if any(isinstance(found, ast.Attribute) and found.attr == "step" for found in aliases):
        return True
    files = failure.sources.values()
    return bool(name) and any(
        _is_step(failure, each, found, deep - 1) for each in files for found in _returned(each, name)
    )


def _assigned(source: SourceText, name: str, line: int) -> list[ast.expr]:
    """What the last assignment to `name` above `line` gives it."""
    found = [
        value
        for target, value in source.assigned_pairs()
        if isinstance(target, ast.Name) and target.id == name and target.lineno < line
    ]
    return sorted(found, key=lambda value: value.lineno)[-1:]


def _returned(source: SourceText, name: str) -> Iterator[ast.expr]:
    """What functions and methods of that name return."""
    for node in ast.walk(source.tree) if source.tree else ():
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield from (each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value)
