"""A value that backward still needs was changed in place, by an expression or by an optimizer's step."""

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gradhelp.checks.sighting import Sighting, loss_of, matching
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import InplaceModified
from gradhelp.model.span import Frozen, Span

Evidence = InplaceModified
MESSAGE = r"modified by an inplace operation|(?P<view>is a view and (?:is being|its base))|(?P<of_view>created in no_grad mode and is being modified)"
"""Of some views the operation itself is refused."""
DETAIL = re.compile(
    r"\[[\w.]+ \[(?P<shape>[\d, ]*)\]\](?:, which is output \d+ of (?P<maker>\w+),)?.*?is at version (?P<now>\d+)"
)
OF_PARAMETERS = ("TBackward", "AsStridedBackward", "TransposeBackward", "AccumulateGrad")


class Params(Frozen):
    """None."""


@dataclass(frozen=True)
class Change:
    """An expression that changed a live tensor in place."""

    span: Span
    shape: tuple[int, ...]
    name: str
    maker: str | None
    attr: str


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, found in matching(run, MESSAGE):
        refused = failure.span() if found["view"] or found["of_view"] else None
        if refused is not None:
            yield Sighting(_refused(run, refused))
            continue
        detail = DETAIL.search(failure.message)
        shape = tuple(int(n) for n in detail["shape"].split(",") if n.strip()) if detail else None
        maker = (detail["maker"] if detail else None) or ""
        loss, line = loss_of(run)
        common: dict[str, Any] = {"loss": loss, "backward_line": line, **_saved(run, maker)}
        change = _change(run, shape, maker)
        if change is not None:
            name = change.name or _target(change)
            yield Sighting(InplaceModified(where=change.span, tensor=name, **common))
            continue
        layer = _layer_behind(run, maker)
        if layer is not None:
            yield Sighting(InplaceModified(where=layer, tensor=layer.code, **common))
            continue
        where = run.last_step or failure.span()
        if where is not None:
            yield Sighting(InplaceModified(where=where, by_optimizer=run.last_step is not None, **common))


def _refused(run: Run, where: Span) -> InplaceModified:
    """The operation on the failing line, which torch does not let write into a view."""
    here = [change for change in _changes(run) if (change.span.file, change.span.line) == (where.file, where.line)]
    span, name = (here[-1].span, here[-1].name or _target(here[-1])) if here else (where, "")
    return InplaceModified(where=span, tensor=name or re.split(r"\s*[-+*/]?=|\[|\.\w+_\(", span.code)[0].strip())


def _layer_behind(run: Run, maker: str) -> Span | None:
    """A layer with `inplace=True` that stands directly behind the one whose output backward needs: `Sigmoid(), ReLU(True)`."""
    saved = maker.rstrip("0123456789").removesuffix("Backward").lower()
    for source in run.sources.values():
        for node in ast.walk(source.tree) if source.tree and saved else ():
            for first, second in pairwise(node.args if isinstance(node, ast.Call) else ()):
                if _layer(first) == saved and isinstance(second, ast.Call) and _in_place(second):
                    return source.span(second)
    return None


def _layer(node: ast.expr) -> str:
    return ast.unparse(node.func).rpartition(".")[2].lower() if isinstance(node, ast.Call) else ""


def _in_place(call: ast.Call) -> bool:
    given = [k.value for k in call.keywords if k.arg == "inplace"] or call.args[-1:]
    return any(isinstance(value, ast.Constant) and value.value is True for value in given)


def _changes(run: Run) -> list[Change]:
    return [
        Change(span, tuple(e.get("shape") or ()), str(e.get("name") or ""), e.get("grad_fn"), str(e.get("attr") or ""))
        for e in run.recording.of("inplace")
        if (span := span_of(e.get("span"))) is not None
    ]


def _change(run: Run, shape: tuple[int, ...] | None, maker: str) -> Change | None:
    """The likeliest in-place expression: of a tensor of that shape made by that operation, the latest first.

    The message may speak of a view of what was changed: then no shape fits, and the latest change is taken, unless the
    value is a parameter, which optimizers change.
    """
    changes = _changes(run)
    fitting = [change for change in changes if shape is None or change.shape == shape]
    exact = [change for change in fitting if maker and change.maker == maker]
    if exact:
        return exact[-1]
    parameter = maker.startswith(OF_PARAMETERS) or not maker
    if fitting and not (parameter and run.last_step is not None):
        return fitting[-1]
    if parameter and run.last_step is not None:
        return None
    large = [change for change in changes if shape is None or math.prod(change.shape) >= math.prod(shape)]
    return large[-1] if large else None


def _saved(run: Run, maker: str) -> dict[str, Any]:
    """The operation that had saved the value: the recorded one with that grad_fn."""
    for ledger in reversed(run.ledgers):
        for node in ledger.nodes if ledger.reason == "backward-error" and maker else ():
            if node.grad_fn == maker and node.span is not None:
                return {"saved_by": node.span.code, "saved_line": node.span.line}
    return {}


def _target(change: Change) -> str:
    return re.split(r"\s*(?:[-+*/]=|\[|\.\w+_\()", change.span.code)[0].strip()
