"""`gradhelp doctor`: what this machine offers for a diagnosis.

The libraries are really imported, for a broken installation has a version number too; but in the interpreter that would
run the script, never in this one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gradhelp import __version__
from gradhelp.cli import stdout, terminal
from gradhelp.cli.delivery import put, put_json
from gradhelp.cli.parser import Commands, add_command, add_delivery, add_python
from gradhelp.cli.stderr import ExitCode
from gradhelp.errors import GradhelpError
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gradhelp.sandbox.plan import RunPlan

LIBRARIES = ("torch", "gymnasium", "mujoco")
PROBE_SECONDS = 90.0
_PROBE = """
import importlib, json, os, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
found = {}
for name in sys.argv[1:]:
    try:
        module = importlib.import_module(name)
        found[name] = {"version": str(getattr(module, "__version__", "unknown")), "problem": None}
        if name == "torch":
            found[name]["cuda"] = bool(module.cuda.is_available())
    except BaseException as error:
        found[name] = {"version": None, "problem": f"{type(error).__name__}: {error}"[:300]}
print(json.dumps(found), file=out)
"""


class Check(NamedTuple):
    """One thing that was looked at. `fine` is None where it is only told, not judged."""

    name: str
    value: str
    fine: bool | None = None


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "doctor", words, run)
    add_python(parser, words)
    add_delivery(parser, words, ("text", "json"))


def run(options: argparse.Namespace) -> int:
    """Look at everything; fine if a script could be run and watched here."""
    checks = examine(options.python, options.words)
    if options.format == "json":
        listed = {check.name: {"value": check.value, "fine": check.fine} for check in checks}
        put_json(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", options.output)
    else:
        from gradhelp.report.text import drawn

        colour = options.output is None and stdout.colour()
        put(drawn(_table(checks, options.words), terminal.width(), colour), options.output)
    needed = [check.fine for check in checks if check.name in ("interpreter", "torch")]
    return ExitCode.FINE if needed and all(needed) else ExitCode.NOT_ANALYSED


def examine(python: str | None, words: Phrases) -> list[Check]:
    """Everything, in the order in which it matters."""
    from gradhelp.sandbox.plan import RunPlan

    asked = Path(python) if python else None
    plan = RunPlan(script=Path.cwd() / "script.py", python=asked, language=words.lang)
    return [
        Check("gradhelp", f"{__version__} (Python {sys.version.split()[0]})"),
        *_interpreter(plan, words),
        _isolation(plan, words),
        Check("colours", words.say("yes" if stdout.colour() else "no")),
        Check("encoding", terminal.encoding(sys.stdout)),
        Check("locale", _locale(os.environ)),
        Check("language", words.lang),
    ]


def _isolation(plan: "RunPlan", words: Phrases) -> Check:
    from gradhelp.sandbox.isolation import choose_isolation
    from gradhelp.sandbox.landlock import abi

    chosen = choose_isolation(plan)
    return Check("isolation", words.say(f"isolation_{chosen}", abi=abi()), chosen == "landlock")


def _interpreter(plan: "RunPlan", words: Phrases) -> list[Check]:
    from gradhelp.sandbox.interpreter import find_interpreter

    try:
        chosen = find_interpreter(plan)
    except GradhelpError as error:
        return [Check("interpreter", str(error), False)]
    told = words.say("interpreter", path=chosen.path, version=chosen.version, source=chosen.source)
    return [Check("interpreter", told, True), *libraries(chosen.path, words)]


def libraries(python: Path, words: Phrases) -> list[Check]:
    """What importing each library in that interpreter comes to."""
    answer = _ask(python)
    return [_library(name, answer.get(name) or {}, words) for name in LIBRARIES]


def _library(name: str, told: Mapping[str, object], words: Phrases) -> Check:
    if not told.get("version"):
        return Check(name, str(told.get("problem") or words.say("no_answer")), False)
    cuda = {True: words.say("cuda"), False: words.say("no_cuda")}.get(bool(told["cuda"])) if "cuda" in told else None
    return Check(name, f"{told['version']}, {cuda}" if cuda else str(told["version"]), True)


def _ask(python: Path) -> dict[str, dict[str, object]]:
    """Where the interpreter does not answer in time, or not at all, every library is unknown."""
    with tempfile.TemporaryDirectory(prefix="gradhelp-doctor-", ignore_cleanup_errors=True) as empty:
        command = [str(python), "-c", _PROBE, *LIBRARIES]
        try:
            done = subprocess.run(
                command, cwd=empty, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS, check=False
            )
            answer = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return {}
    return answer if isinstance(answer, dict) else {}


def _locale(environ: Mapping[str, str]) -> str:
    names = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
    return " ".join(f"{name}={one_line(environ[name])}" for name in names if environ.get(name)) or "C"


def _table(checks: list[Check], words: Phrases) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    signs = {True: Text("✓", style="green"), False: Text("✗", style="bold red"), None: Text(" ")}
    table = Table.grid(padding=(0, 1))
    table.add_column()
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for check in checks:
        table.add_row(signs[check.fine], words.say(f"check_{check.name}"), Text(one_line(check.value)))
    return table
