"""Runs the PPO program plain or traced, each time in a fresh folder and a process of its own, and measures it.

CPU time is the measure: unlike seconds on the clock it hardly depends on what else the machine does.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
PROGRAM = REPOSITORY / "tests/programs/ppo/ppo_continuous.py"
LAUNCHER = REPOSITORY / "gradhelp/tracer/launch.py"


@dataclass(frozen=True)
class Usage:
    """What one process has used, its own children included."""

    cpu: float
    """Seconds, user and system."""
    seconds: float
    peak_megabytes: float


@contextmanager
def workplace(*extra: Path) -> Iterator[Path]:
    """A folder that holds the program, and `extra` beside it; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="gradhelp-benchmark-") as name:
        for file in (PROGRAM, *extra):
            shutil.copy(file, name)
        yield Path(name)


def command(script: Path, arguments: Sequence[str], traced: bool, sleep: bool = True) -> list[str]:
    """`python SCRIPT ARGUMENTS`, or the same under the tracer; events go to `events.jsonl` beside the script.

    `sleep`: whether the recorder may fall asleep when nothing new comes any more.
    """
    if not traced:
        return [sys.executable, script.name, *arguments]
    root = script.parent
    configuration = {
        "target": {"kind": "script", "path": script.name},
        "argv": list(arguments),
        "root": str(root),
        "cwd": str(root),
        "events": str(root / "events.jsonl"),
        "watch": {"sleep": sleep},
    }
    file = root / "config.json"
    file.write_text(json.dumps(configuration), encoding="utf-8")
    return [sys.executable, str(LAUNCHER), str(file)]


def run(script: Path, arguments: Sequence[str], traced: bool, sleep: bool = True) -> Usage:
    """Run to the end. Raises RuntimeError with the tail of its complaints where the program fails."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            command(script, arguments, traced, sleep),
            cwd=script.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
        began = os.times().elapsed
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            complaints.seek(0)
            raise RuntimeError(complaints.read().decode(errors="replace")[-2000:])
    seconds = os.times().elapsed - began
    return Usage(used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1024)


def events(folder: Path, kind: str) -> list[dict[str, object]]:
    """The events of one kind that a traced run has left."""
    with open(folder / "events.jsonl", encoding="utf-8") as stream:
        parsed = (json.loads(line) for line in stream)
        return [event for event in parsed if event.get("event") == kind]
