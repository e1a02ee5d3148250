"""reset() gives (observation, info); here the pair is used as the observation."""

import ast
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.failure import Failure
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.facts.source import SourceText
from gradhelp.model.evidence_backward import ResetTuple
from gradhelp.model.span import Frozen, Span

Evidence = ResetTuple
TYPES = ("TypeError", "ValueError", "AttributeError", "RuntimeError", "IndexError", "KeyError", "AssertionError")


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    failure = next((f for f in run.failures if f.type in TYPES), None)
    if failure is None or not _about_a_pair(failure):
        return
    used = failure.span()
    pairs = [pair for pair in _pairs(run) if pair[1] or _inside(pair[0], failure)]
    pairs = pairs or list(_handed_on(run))
    if not pairs:
        return
    # The last one that the failing line speaks of, else the last of all.
    spoken = [pair for pair in pairs if _inside(pair[0], failure) or (used is not None and pair[1] in used.code)]
    span, name = (spoken or pairs)[-1]
    home = span.code.partition(".reset")[0]
    yield Sighting(ResetTuple(where=span, name=name, used_line=used.line if used else 0, environment=home))


def _pairs(run: Run) -> list[tuple[Span, str]]:
    """The resets whose pair stayed whole, and what it is called: "" where it was handed on without a name."""
    found = []
    for event in run.recording.of("reset_pair"):
        span = span_of(event.get("span"))
        source = run.sources.get(span.file) if span is not None else None
        if span is None:
            continue
        use = source.use_of(span) if source is not None else None
        if (
            isinstance(use, ast.Assign)
            and len(use.targets) == 1
            and not isinstance(use.targets[0], ast.Tuple | ast.List)
        ):
            found.append((span, str(event.get("name") or "") or ast.unparse(use.targets[0])))
        elif isinstance(use, ast.ListComp | ast.List | ast.DictComp | ast.Dict) and source is not None:
            found.append((span, _kept_as(source, use)))
        elif event.get("name") or (use is not None and not isinstance(use, ast.Subscript | ast.Assign | ast.Return)):
            found.append((span, str(event.get("name") or "")))
    return found


def _handed_on(run: Run) -> Iterator[tuple[Span, str]]:
    """Resets whose pair a function of the user's hands back, where a caller keeps what it hands back under one name."""
    for event in run.recording.of("reset_pair"):
        span = span_of(event.get("span"))
        source = run.sources.get(span.file) if span is not None else None
        use = source.use_of(span) if source is not None and span is not None else None
        if span is None or source is None or not isinstance(use, ast.Return | ast.Lambda):
            continue
        function = source.function_at(span.line).partition(":")[0] if isinstance(use, ast.Return) else ""
        function = function or _name_of(source, use)
        names = [name for each in run.sources.values() for name, call in each.assigned_calls() if call == function]
        if function and names:
            yield span, names[0]


def _kept_as(source: SourceText, several: ast.AST) -> str:
    """What a list or dictionary of pairs is assigned to."""
    for target, value in source.assigned_pairs():
        if any(part is several for part in ast.walk(value)):
            return ast.unparse(target)
    return ""


def _name_of(source: SourceText, function: ast.AST) -> str:
    """What a lambda is assigned to."""
    for target, value in source.assigned_pairs():
        if value is function:
            return ast.unparse(target)
    return ""


def _inside(span: Span, failure: Failure) -> bool:
    """Whether the reset is part of the user's innermost failing line."""
    return failure.last == (span.file, span.line)


def _about_a_pair(failure: Failure) -> bool:
    """Whether the message speaks of a tuple or of what NumPy and torch say about one."""
    words = (
        "tuple",
        "dict",
        "inhomogeneous",
        "sequence",
        "only one element",
        "could not be converted",
        "setting an array",
        "numpy",
    )
    return any(word in failure.message for word in words) or _unpacked(failure)


def _unpacked(failure: Failure) -> bool:
    """Whether a name was to be unpacked into the parts of an observation and had two parts (`x, y, z = state`)."""
    used = failure.span()
    value = used.code.rpartition("=")[2].strip() if used is not None else ""
    return failure.message.endswith("got 2)") and value.isidentifier()


__all__ = ["Evidence", "Params", "Span", "check"]
