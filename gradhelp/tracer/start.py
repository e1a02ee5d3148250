"""From the configuration to the running program, and back to an exit status."""

from __future__ import annotations

import os as _os
import platform
import sys
from typing import Any, Optional

from .channel import Channel
from .hook import Project
from .run_script import Target, execute, prepare
from .session import Session
from .wire import WIRE_VERSION


def run(config: dict[str, Any], here: str) -> Optional[int]:
    """Run the configured target instrumented; returns the exit status Python itself would give."""
    channel = Channel(config["events"])
    target = config["target"]
    name = target.get("path") or target.get("module") or ""
    project = Project(config["root"])
    _os.chdir(config.get("cwd") or config["root"])
    _os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")
    channel.send(
        "start",
        wire=WIRE_VERSION,
        python=platform.python_version(),
        executable=sys.executable,
        argv=[name, *config["argv"]],
        entry=project.display(name) if target["kind"] == "script" else name,
    )
    session = Session(channel, project, here + _os.sep)
    session.install()
    outcome, status = _run_target(session, Target(target["kind"], name, list(config["argv"])), here + _os.sep)
    if channel.owned:
        session.finish(outcome, status or 0)
    return status


def _run_target(session: Session, target: Target, here: str) -> tuple[str, Optional[int]]:
    raised: list[BaseException] = []

    def on_error(error: BaseException) -> None:
        raised.append(error)
        session.on_error(error)

    try:
        main, path = prepare(target)
        code = _code(session, path)
    except BaseException as error:
        on_error(error)
        error.__traceback__ = None if isinstance(error, SyntaxError) else error.__traceback__
        sys.excepthook(type(error), error, error.__traceback__)
        return "raised", 1
    status = execute(code, main, on_error, here)
    if raised:
        return "raised", status
    return ("finished", None) if status is None else ("exited", status)


def _code(session: Session, path: str) -> Any:
    with open(path, "rb") as stream:
        source = stream.read()
    code = session.translate(source, path)
    return code if code is not None else compile(source, path, "exec", dont_inherit=True)
