"""Starts the child once to measure, and once more to name the lines where a gradient of the user's own file is lost."""

import json
import tempfile
import threading
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from gradhelp.model.probe import ProbeResult
from gradhelp.paths import PACKAGE
from gradhelp.probe.read import read
from gradhelp.probe.target import Target, target_of
from gradhelp.sandbox import process
from gradhelp.sandbox.interpreter import find_interpreter
from gradhelp.sandbox.plan import RunPlan

LAUNCHER = PACKAGE / "probing" / "launch.py"
EMPTY = "environment.py"
"""The file that stands for the script where an environment comes from no file of the user's."""


class ProbeRequest(BaseModel):
    """What the user asks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    target: str
    kwargs: dict[str, Any] = {}
    """For `gymnasium.make` or the factory."""
    count: int = 1
    """Environments at once, for an id."""
    action_shape: tuple[int, ...] | None = None
    args: tuple[str, ...] = ()
    python: str | None = None
    timeout: float = 60
    """Seconds of wall-clock time, for each of the two runs."""
    lang: Literal["en", "zh"] = "en"
    locate: bool = True
    allow_write: tuple[Path, ...] = ()
    """Where the environment may write besides the copy."""


def probe(request: ProbeRequest, *, cancel: threading.Event | None = None) -> ProbeResult:
    """Measure. Raises UsageError and AnalysisError with a sentence; an environment that fails is a result."""
    target = target_of(request.target)
    with tempfile.TemporaryDirectory(prefix="gradhelp-") as empty:
        plan = _plan(request, target, Path(empty))
        recording = process.run(plan, cancel=cancel, launcher=LAUNCHER)
        result = read(request.target, recording, lang=request.lang)
        if not (request.locate and _worth_locating(result, target)):
            return result
        located = process.run(_locating(plan), cancel=cancel, launcher=LAUNCHER)
        return read(request.target, recording, located, request.lang)


def _worth_locating(result: ProbeResult, target: Target) -> bool:
    """Whether lines can be named: the environment is the user's own file, takes tensors, and loses a gradient."""
    return target.kind != "id" and result.file is not None and result.status in ("partly", "wrong", "silent")


def _plan(request: ProbeRequest, target: Target, empty: Path) -> RunPlan:
    asked = {
        "kind": target.kind, "name": target.name, "kwargs": request.kwargs, "count": request.count,
        "action_shape": request.action_shape, "args": request.args,
    }  # fmt: skip
    plain = target.script is None and target.module is None
    plan = RunPlan(
        script=Path(EMPTY) if plain else target.script,
        module=target.module,
        args=(json.dumps(asked),),
        overlay={PurePath(EMPTY): ""} if plain else {},
        python=Path(request.python) if request.python else None,
        timeout=request.timeout,
        language=request.lang,
        allow_write=tuple(Path.cwd() / path.expanduser() for path in request.allow_write),
    )
    if target.kind != "id" or ":" in target.name:
        return plan
    # A plain id needs nothing of the user's folder but the interpreter that it would choose.
    return replace(plan, python=find_interpreter(plan).path, cwd=empty)


def _locating(plan: RunPlan) -> RunPlan:
    return replace(plan, args=(json.dumps({**json.loads(plan.args[0]), "locate": True}),))
