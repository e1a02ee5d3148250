"""What the tracer is told: the command that starts it, and its configuration file."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Any

from gradhelp.facts.recording import Event
from gradhelp.paths import PACKAGE
from gradhelp.sandbox.interpreter import Interpreter
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import Project

OnEvent = Callable[[Event], None]
OnOutput = Callable[[str, str], None]

LAUNCHER = PACKAGE / "tracer" / "launch.py"


@dataclass(frozen=True)
class Listener:
    """Who wants to hear of a run while it goes on."""

    on_event: OnEvent | None = None
    on_output: OnOutput | None = None


@dataclass(frozen=True)
class Stage:
    """Where a run takes place: in the copy or in the user's folder. `control` is ours alone."""

    control: Path
    root: Path
    cwd: Path
    args: list[str]


def launch_command(
    plan: RunPlan, project: Project, interpreter: Interpreter, launcher: Path, stage: Stage
) -> list[str]:
    """Write the configuration and give the command that reads it."""
    configuration = {
        "target": _target(plan, project, stage),
        "argv": stage.args,
        "root": str(stage.root),
        "cwd": str(stage.cwd),
        "events": str(events_file(stage.control)),
        "on_cpu": plan.on_cpu,
        "watch": asdict(plan.watching),
    }
    file = stage.control / "config.json"
    file.write_text(json.dumps(configuration), encoding="utf-8")
    events_file(stage.control).touch(mode=0o600)
    return [str(interpreter.path), str(launcher), str(file)]


def events_file(control: Path) -> Path:
    """Where the tracer writes its events."""
    return control / "events.jsonl"


def _target(plan: RunPlan, project: Project, stage: Stage) -> dict[str, Any]:
    if project.entry is None:
        return {"kind": "module", "module": plan.module}
    relative = PurePath(os.path.relpath(project.entry, project.root))
    # Relative to the root where that is also where the script starts, so that sys.argv[0] is what the user would type.
    path = relative.as_posix() if stage.cwd == stage.root else str(stage.root / relative)
    return {"kind": "script", "path": path}
