"""Traces and diagnoses programs in processes forked from one that has torch loaded already.

A fresh interpreter for each of some hundred small programs would spend nearly all its time on importing torch. How the
product itself starts its child, isolates it and follows it is for the tests of the sandbox and of the commands.
"""

import json
import multiprocessing
import os
import runpy
import sys
import tempfile
from pathlib import Path

from gradhelp.diagnose import replay
from gradhelp.facts.recording import Recording
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.sandbox.ending import Ending, recording

SECONDS = 90
LAUNCHER = Path(__file__).parents[1] / "gradhelp" / "tracer" / "launch.py"

CONTEXT = multiprocessing.get_context("forkserver")
# torch imports torch._dynamo when the first optimizer is made, which takes longer than everything else.
CONTEXT.set_forkserver_preload(["pytest", "torch", "torch._dynamo", "gymnasium.envs.mujoco", "mujoco"])


def diagnosed(script: Path) -> Diagnosis:
    """What gradhelp says of a program, run as `python script.py` in its own folder."""
    return replay(recorded_run(script)).diagnosis


def recorded_run(script: Path) -> Recording:
    """The recording of such a run."""
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder, "events.jsonl")
        target = {"kind": "script", "path": script.name}
        configuration = {"target": target, "argv": [], "root": str(script.parent), "cwd": str(script.parent)}
        file = Path(folder, "config.json")
        file.write_text(json.dumps(configuration | {"events": str(events)}), encoding="utf-8")
        process = CONTEXT.Process(target=_child, args=(str(file), str(Path(folder, "output"))))
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            raise AssertionError(f"{script.name} did not end within {SECONDS} s")
        lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
        output = Path(folder, "output").read_text(encoding="utf-8", errors="replace")
    ending = Ending("exited", process.exitcode, 1.0, "copy", sys.executable, None, "", output, [])
    sources = {name.name: name.read_text(encoding="utf-8") for name in script.parent.glob("*.py")}
    return recording(lines, sources.get, ending)


def _child(configuration: str, output: str) -> None:
    descriptor = os.open(output, os.O_WRONLY | os.O_CREAT)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115 - the program's own
    sys.dont_write_bytecode = True
    sys.argv = [str(LAUNCHER), configuration]
    status = 0
    try:
        runpy.run_path(str(LAUNCHER), run_name="__main__")
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 1
    except BaseException as error:  # noqa: BLE001 - however the program ends is what is recorded
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
