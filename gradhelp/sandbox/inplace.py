"""`gradhelp run`: the script runs in the user's folder, on the user's terminal, as `python SCRIPT ARGS` would run it.

It keeps its streams, its process group (Ctrl-C reaches it from the terminal), its environment and its exit code. There
are no bounds, and what it leaves running goes on. Only the events are taken aside.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from gradhelp.facts.recording import Event, Recording
from gradhelp.sandbox.copying import read_program
from gradhelp.sandbox.ending import Ending, crash, recording
from gradhelp.sandbox.folders import passing_folder
from gradhelp.sandbox.interpreter import Interpreter
from gradhelp.sandbox.launching import OnEvent, Stage, events_file, launch_command
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import Project
from gradhelp.sandbox.tail import EventTail
from gradhelp.sandbox.translation import Translation, files_of
from gradhelp.sandbox.wording import say

TICK = 0.05
PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGCONT")
FROM_TERMINAL = ("SIGINT", "SIGQUIT")
"""What a terminal sends to every process of the foreground group, hence to the script as well."""


def run_in_place(
    plan: RunPlan, project: Project, interpreter: Interpreter, on_event: OnEvent | None, launcher: Path
) -> Recording:
    """Run the plan in place and give its recording, without the script's output, which went to the user."""
    run = _Run(plan, project, on_event)
    with passing_folder("control", plan.language) as control:
        stage = Stage(control, project.root, plan.cwd, list(plan.args))
        command = launch_command(plan, project, interpreter, launcher, stage)
        with EventTail(events_file(control), plan.limits.events, run.translation.event) as tail:
            ending = run.follow(command, tail, interpreter)
    return recording(run.events, run.texts.get, ending)


class _Run:
    def __init__(self, plan: RunPlan, project: Project, on_event: OnEvent | None) -> None:
        self.plan, self.project, self.on_event = plan, project, on_event
        self.translation = Translation(str(project.root), str(project.root), project.near)
        self.events: list[Event] = []
        self.texts: dict[str, str] = {}

    def follow(self, command: list[str], tail: EventTail, interpreter: Interpreter) -> Ending:
        """Start the script and take its events until it ends."""
        began = time.monotonic()
        returncode, failure = None, None
        try:
            with _signals_passed_on() as target:
                child = subprocess.Popen(command, cwd=self.plan.cwd)
                target.append(child)
                returncode = self._wait(child, tail)
        except OSError as error:
            failure = say(self.plan.language, "not-started", reason=error.strerror or error)
        for event in tail.finish():
            self._take(event)
        reason = failure or crash(returncode, self.plan.language)
        return Ending(
            outcome="not-started" if failure else "killed" if reason else "exited",
            returncode=returncode,
            seconds=round(time.monotonic() - began, 3),
            isolation="none",
            python=str(interpreter.path),
            reason=reason,
        )

    def _wait(self, child: "subprocess.Popen[bytes]", tail: EventTail) -> int:
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return child.wait(TICK)
            for event in tail.read():
                self._take(event)

    def _take(self, event: Event) -> None:
        self.events.append(event)
        # Read now: later the script may have changed the file.
        for file in set(files_of(event)) - self.texts.keys():
            if not os.path.isabs(file) and (text := read_program(self.project.nearest / file)) is not None:
                self.texts[file] = text
        if self.on_event:
            self.on_event(event)


@contextlib.contextmanager
def _signals_passed_on() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """While this holds, signals to gradhelp reach the process in the list; gradhelp itself outlives them."""
    target: list[subprocess.Popen[bytes]] = []

    def pass_on(number: int, _frame: FrameType | None) -> None:
        if target and not (signal.Signals(number).name in FROM_TERMINAL and _in_foreground()):
            target[0].send_signal(number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in PASSED_ON if hasattr(signal, name)):
            # What is ignored (nohup) stays ignored, here and in the script, which inherits it.
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, pass_on)
    try:
        yield target
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_foreground() -> bool:
    """Whether the terminal sends its signals to this process group."""
    try:
        with open("/dev/tty", "rb") as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False
