"""Which Python runs the script: the one that the user trains with, as far as that can be told.

Order: `--python`; the project's own virtual environment, looked for from the script's folder up to the project's
root; the active virtual or conda environment; the interpreter of gradhelp. The first that has torch is taken; one that
was asked for is taken or refused, never replaced. Nothing of the user's is imported to find out.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from gradhelp.errors import AnalysisError, UsageError
from gradhelp.sandbox.folders import passing_folder
from gradhelp.sandbox.plan import RunPlan, absolute
from gradhelp.sandbox.project import MARKERS, is_too_wide
from gradhelp.sandbox.wording import Language, say

OLDEST = (3, 9)
PROBE_SECONDS = 20.0
PROBE = """
import json, sys
answer = {"executable": sys.executable, "version": list(sys.version_info[:3]), "torch": None, "found": False}
try:
    from importlib import metadata, util
    answer["found"] = util.find_spec("torch") is not None
    answer["torch"] = metadata.version("torch")
except Exception:
    pass
print(json.dumps(answer))
"""


@dataclass(frozen=True)
class Interpreter:
    """An interpreter that can run the live check. `source` says why it was chosen, e.g. `project .venv`."""

    path: Path
    version: str
    torch: str
    """Version of torch; `unknown` where it is installed without metadata, as in a source build."""
    source: str


class _Answer(BaseModel):
    """What the probe prints."""

    executable: str
    version: tuple[int, ...]
    torch: str | None
    found: bool


@dataclass(frozen=True)
class Candidate:
    """A possible interpreter, not looked at yet."""

    path: Path
    source: str


def find_interpreter(plan: RunPlan, environ: Mapping[str, str] | None = None) -> Interpreter:
    """The interpreter for this plan; AnalysisError where none can run the live check, UsageError for a bad --python."""
    environ = os.environ if environ is None else environ
    if plan.python is not None:
        return probe(Candidate(_asked(plan.python, plan), "--python"), plan.language)
    refusals = []
    for candidate in _candidates(plan, environ):
        try:
            return probe(candidate, plan.language)
        except AnalysisError as error:
            refusals.append(error)
    raise refusals[0]


def python_in(folder: Path) -> Path | None:
    """The interpreter of a virtual or conda environment, in the layout of POSIX or of Windows; None if it is none."""
    places = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")
    return next((folder / place for place in places if (folder / place).is_file()), None)


def probe(candidate: Candidate, language: Language = "en", seconds: float = PROBE_SECONDS) -> Interpreter:
    """Ask an interpreter who it is, without importing torch."""
    answer = _ask(candidate.path, language, seconds)
    version = ".".join(map(str, answer.version))
    if answer.version < OLDEST:
        raise AnalysisError(say(language, "python-too-old", python=candidate.path, version=version))
    if not answer.found:
        raise AnalysisError(say(language, "python-no-torch", python=candidate.path, source=candidate.source))
    # What it calls itself stays right in another folder; a version manager's shim may not.
    path = Path(answer.executable) if answer.executable else candidate.path
    return Interpreter(path, version, answer.torch or "unknown", candidate.source)


def _candidates(plan: RunPlan, environ: Mapping[str, str]) -> Iterator[Candidate]:
    entry = plan.entry
    for folder in _upwards(entry.parent if entry else plan.cwd):
        for name in (".venv", "venv"):
            if found := python_in(folder / name):
                yield Candidate(found, f"project {name}")
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if (prefix := environ.get(variable)) and (found := python_in(Path(prefix))):
            yield Candidate(found, variable)
    yield Candidate(Path(sys.executable), "gradhelp's own")


def _upwards(folder: Path) -> Iterator[Path]:
    """The folder and those above it, up to and including the project's root; only itself where there is no root."""
    chain = [folder, *folder.parents]
    for depth, place in enumerate(chain):
        if is_too_wide(place):
            break
        if any((place / marker).exists() for marker in MARKERS):
            yield from chain[: depth + 1]
            return
    yield folder


def _asked(python: Path, plan: RunPlan) -> Path:
    """The file that --python means: a path, an environment's folder, or a command on PATH."""
    place = absolute(python.expanduser(), plan.cwd)
    if place.is_dir():
        if found := python_in(place):
            return found
    elif place.exists():
        return place
    elif len(python.parts) == 1 and (command := shutil.which(str(python))):
        return Path(command)
    raise UsageError(say(plan.language, "python-not-found", python=python))


def _ask(python: Path, language: Language, seconds: float) -> _Answer:
    with passing_folder("probe", language) as empty:
        try:
            done = subprocess.run(
                # An empty folder, so that no module of the user's stands in for one of the library's.
                [python, "-c", PROBE],
                cwd=empty,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise AnalysisError(say(language, "python-too-slow", python=python, seconds=f"{seconds:g}")) from error
        except PermissionError as error:
            raise AnalysisError(say(language, "python-not-executable", python=python)) from error
        except OSError as error:
            raise AnalysisError(
                say(language, "python-not-python", python=python, reason=error.strerror or error)
            ) from error
    return _parsed(done, python, language)


def _parsed(done: "subprocess.CompletedProcess[bytes]", python: Path, language: Language) -> _Answer:
    try:
        return _Answer(**json.loads(done.stdout.splitlines()[-1]))
    except (ValueError, IndexError, TypeError):
        pass
    complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
    reason = complaint[-1][:200] if complaint else say(language, "no-answer")
    raise AnalysisError(say(language, "python-not-python", python=python, reason=reason))
