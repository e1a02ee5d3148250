"""From the configuration to the running program, and to the closing events of its recording."""

from __future__ import annotations

import os as _os
import sys
from typing import Any

from . import notebook
from .channel import Channel
from .hook import Project
from .run_script import Target, code_of_script, exit_status, prepare, report_without
from .session import Session
from .vigil import Orders
from .wire import WIRE_VERSION


class Run:
    """One run of the user's program. `execute` ends as the program does: by returning or by its own exception."""

    def __init__(self, config: dict[str, Any], here: str) -> None:
        self._here = here
        self._channel = Channel(config["events"])
        target = config["target"]
        name = target.get("path") or target.get("module") or ""
        project = Project(config["root"])
        _os.chdir(config.get("cwd") or config["root"])
        _os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")
        self._target = Target(target["kind"], name, list(config["argv"]))
        self._channel.send(
            "start",
            wire=WIRE_VERSION,
            python=sys.version.split()[0],
            executable=sys.executable,
            argv=[name, *config["argv"]],
            entry=project.display(name) if target["kind"] == "script" else name,
        )
        orders = Orders(config.get("watch"))
        self._session = Session(self._channel, project, here + _os.sep, bool(config.get("on_cpu")), orders)
        self._session.install()

    def execute(self) -> None:
        """Run the program as `__main__`, with as few frames below it as can be."""
        try:
            main = prepare(self._target, self._here)
            if self._target.is_file and self._target.name.endswith(".ipynb"):
                notebook.run(self._target.path, main, self._session.translate, self._session.send_source)
            elif self._target.is_file:
                exec(code_of_script(self._target, main, self._session.translate), main.__dict__)
            else:
                _run_module(self._target)
        except SystemExit as stop:
            self._finish("exited", exit_status(stop))
            raise
        except BaseException as error:
            report_without(error, self._here + _os.sep)
            if self._channel.owned:
                self._session.on_error(error)
            self._finish("raised", 130 if isinstance(error, KeyboardInterrupt) else 1)
            raise
        self._finish("finished", 0)

    def _finish(self, outcome: str, status: int) -> None:
        if self._channel.owned:
            self._session.finish(outcome, status)


def _run_module(target: Target) -> None:
    """Python's own way, whose frames belong into tracebacks; the import hook instruments what it loads."""
    from runpy import _run_module_as_main  # type: ignore[attr-defined]

    if target.kind == "module":
        _run_module_as_main(target.name)
    else:
        _run_module_as_main("__main__", False)
