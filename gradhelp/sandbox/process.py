"""Runs a plan and gives its recording. Whatever the script does, its processes are ended and its copy is removed.

A run ends when the script's own process does, when a bound is passed, or when it is cancelled. A script that is to stop
is first interrupted as by Ctrl-C, so that it and the tracer can wind up, then terminated, then killed, with everything
that it has started. KeyboardInterrupt and errors of the callbacks pass through, after the same end.
"""

import os
import threading
from pathlib import Path

from gradhelp.errors import AnalysisError
from gradhelp.facts.recording import Recording
from gradhelp.sandbox.inplace import run_in_place
from gradhelp.sandbox.interpreter import find_interpreter
from gradhelp.sandbox.isolated import IsolatedRun
from gradhelp.sandbox.isolation import choose_isolation
from gradhelp.sandbox.launching import LAUNCHER, Listener, OnEvent, OnOutput
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import find_project
from gradhelp.sandbox.scratch import make_scratch
from gradhelp.sandbox.wording import say


def run(
    plan: RunPlan,
    *,
    on_event: OnEvent | None = None,
    on_output: OnOutput | None = None,
    cancel: threading.Event | None = None,
    launcher: Path = LAUNCHER,
) -> Recording:
    """Run the plan and wait for its end.

    `on_event` gets each event of the tracer as it arrives, `on_output` the name of a stream ("stdout", "stderr") and
    the text that was printed on it; both are called from the calling thread. Setting `cancel` stops the run, whose
    recording then ends with the outcome "stopped".

    Raises UsageError or AnalysisError where nothing can be run; how a run itself ended stands in the recording.
    """
    if os.name != "posix":
        raise AnalysisError(say(plan.language, "posix-only"))
    plan.check_entry()
    interpreter = find_interpreter(plan)
    project = find_project(plan)
    if choose_isolation(plan) == "none":
        return run_in_place(plan, project, interpreter, on_event, launcher)
    with make_scratch(plan, project) as scratch:
        return IsolatedRun(plan, scratch, Listener(on_event, on_output), cancel).record(interpreter, launcher)
