"""Runs programs with and without the tracer, and tells how they differ. They must not."""

import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
LAUNCHER = Path(__file__).parents[2] / "gradhelp" / "tracer" / "launch.py"
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b|\bid='\d+'")
SECONDS = 120


@dataclass(frozen=True)
class Outcome:
    """What a run leaves behind for its user."""

    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Traced:
    """A traced run: its outcome, and the events that it recorded."""

    outcome: Outcome
    events: list[dict[str, object]]

    def of_kind(self, kind: str) -> list[dict[str, object]]:
        return [event for event in self.events if event["event"] == kind]


def run_plain(words: Sequence[str], cwd: Path, python: str = sys.executable, stdin: str = "") -> Outcome:
    """`python WORDS` as it is."""
    return _outcome([python, *words], cwd, stdin)


def run_traced(words: Sequence[str], cwd: Path, python: str = sys.executable, stdin: str = "") -> Traced:
    """`python WORDS` under the tracer; the words begin with a script, a folder, or `-m` and a module."""
    if words[0] == "-m":
        target, argv = {"kind": "module", "module": words[1]}, list(words[2:])
    else:
        target, argv = {"kind": "script", "path": words[0]}, list(words[1:])
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder, "events.jsonl")
        configuration = {"target": target, "argv": argv, "root": str(cwd), "cwd": str(cwd), "events": str(events)}
        file = Path(folder, "config.json")
        file.write_text(json.dumps(configuration), encoding="utf-8")
        outcome = _outcome([python, str(LAUNCHER), str(file)], cwd, stdin)
        return Traced(outcome, [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()])


def _outcome(command: Sequence[str], cwd: Path, stdin: str) -> Outcome:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=SECONDS, input=stdin, check=False)
    return Outcome(done.returncode, ADDRESS.sub("0x", done.stdout), ADDRESS.sub("0x", done.stderr))


@functools.cache
def interpreters() -> tuple[str, ...]:
    """One interpreter of each supported version that is on this machine, the one running this first."""
    found = {sys.version_info[:2]: sys.executable}
    pyenv = Path.home().joinpath(".pyenv", "versions").glob("3.*/bin/python")
    on_path = (shutil.which(f"python3.{minor}") for minor in range(9, 20))
    for candidate in [*map(str, pyenv), *on_path]:
        version = _version(candidate) if candidate else None
        if version is not None and version >= (3, 9):
            found.setdefault(version, str(candidate))
    return tuple(found.values())


def _version(python: str) -> tuple[int, int] | None:
    code = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    major, minor = done.stdout.split()
    return int(major), int(minor)


@functools.cache
def version_of(python: str) -> tuple[int, int]:
    return _version(python) or (0, 0)


def needed_version(program: Path) -> tuple[int, int]:
    """What a program asks for with `# needs: 3.10` among its first lines."""
    found = re.search(r"^# needs: (\d+)\.(\d+)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (3, 9)
