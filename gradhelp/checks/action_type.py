"""step() is given an action that the environment cannot take."""

import re
from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.numpy_on_grad_tensor import MESSAGE as REQUIRES_GRAD
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.failure import Failure
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import ActionType
from gradhelp.model.span import Frozen, Span

Evidence = ActionType
Problem = Literal["requires-grad", "tensor", "shape", "dtype", "device", "value"]
NOT_THE_ACTION = (
    r"before calling|ResetNeeded|after the|already (?:terminated|done)|closed|_autoreset_envs"
    r"|\(<class '(?:int|numpy\.u?int\d*)'>\) invalid"
)


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    found = next(_refused(run), None) or next(_misfits(run), None)
    if found is not None:
        yield Sighting(found)


def _refused(run: Run) -> Iterator[ActionType]:
    """The environment raised an error about the action."""
    failure = next(iter(run.failures), None)
    if failure is None or not failure.lines or failure.raised_in == failure.lines[-1][0]:
        return
    where = failure.call("step", "step_async")
    if where is None or re.search(NOT_THE_ACTION, f"{failure.type} {failure.message}"):
        return
    problem = _problem(failure)
    if problem is not None:
        home, _, action = where.code.partition(".step(")
        if action and not _argument(action):
            return  # an optimizer's, on the line of another call
        got = re.search(r"got (.{1,80})|(tensor\(.{1,60}?\)[^,]*)", failure.message)
        yield ActionType(
            where=where, environment=home, action=_argument(action), problem=problem, got=got[0] if got else ""
        )


def _misfits(run: Run) -> Iterator[ActionType]:
    """The environment took an action of the wrong shape, and its observation has that from it."""
    for event in run.recording.of("misfit"):
        where = span_of(event.get("span"))
        if where is not None:
            home, _, action = where.code.partition(".step(")
            yield ActionType(
                where=where,
                environment=home,
                action=_argument(action),
                problem="shape",
                raised=run.exception is not None,
            )


def _argument(rest: str) -> str:
    """`action.item())` → `action.item()`: without the bracket that closes the call."""
    return rest.strip().removesuffix(")").strip()


def _problem(failure: Failure) -> Problem | None:
    message = failure.message
    if re.search(REQUIRES_GRAD, message):
        return "requires-grad"
    if re.search(r"cuda|device", message) and "numpy" in message:
        return "device"
    if "tensor(" in message.lower() or "Tensor" in message:
        return "tensor"
    if re.search(r"shape|dimension|broadcast|size|length|iterate", message):
        return "shape"
    if re.search(r"dtype|type|float|integer|int64|indices", message):
        return "dtype"
    return (
        "value" if failure.type in ("AssertionError", "ValueError", "IndexError", "KeyError", "InvalidAction") else None
    )


__all__ = ["Evidence", "Params", "Span", "check"]
