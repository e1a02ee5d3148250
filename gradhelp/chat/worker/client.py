"""The chat's side: starts the worker when it is wanted, asks, waits, and sees to its end.

Invariants: a caller always gets a value or an exception, also where the worker dies; where there can be no worker, the
work is done in the calling thread; after `end` no process is left.
"""

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from gradhelp.chat.check import check
from gradhelp.chat.elsewhere import WorkerLost
from gradhelp.chat.turns import Outcome, StartExperiment, StartRun
from gradhelp.chat.worker.line import Answers, Line
from gradhelp.chat.worker.messages import Asked, Call, Cancel, Check, Said
from gradhelp.diagnose import Progress, Result

Value = TypeVar("Value")

LARGE = 20_000
"""Characters: what reads less is called here, which is quicker than asking the worker."""
LONGEST = 60.0
"""Seconds that reading a text may take."""
STOP_SECONDS = 6.0
"""Seconds that a cancelled check has to end by itself; then its process is ended, and the sandbox tidies up."""
LISTEN_SECONDS = 0.1


class Worker:
    """One process, started when it is first wanted and again when it has died. Any thread may call it.

    `large` is the size from which `call` asks the process.
    """

    def __init__(self, large: int = LARGE) -> None:
        self._large = large
        self._guard = threading.Lock()
        self._numbers = itertools.count(1)
        self._line: Line | None = None
        self._over = False

    @property
    def pid(self) -> int | None:
        """Of the process, where there is one."""
        return self._line.pid if self._line else None

    def start(self) -> Line | None:
        """See to it that there is a process; None where there can be none."""
        with self._guard:
            if self._over or os.name != "posix":
                return None
            if self._line is not None and self._line.alive:
                return self._line
            if self._line is not None:
                self._line.close()
            try:
                self._line = Line()
            except OSError:
                self._line = None
            return self._line

    def call(self, size: int, function: Callable[..., Value], *arguments: object) -> Value:
        """An `Elsewhere`. Raises WorkerLost where the process ends meanwhile, or takes too long."""
        asked = Call(next(self._numbers), function, arguments)
        line, answers = self._ask(asked) if size >= self._large else (None, None)
        if line is None or answers is None:
            return function(*arguments)
        said = _next(line, answers, time.monotonic() + LONGEST)
        line.forget(asked.job)
        value: Value = _taken(said)
        return value

    def check(
        self,
        start: StartRun | StartExperiment,
        *,
        on_progress: Callable[[Progress], None],
        on_found: Callable[[Result], None],
        cancel: threading.Event,
    ) -> Outcome:
        """`gradhelp.chat.check.check`, carried out by the process; its reports come in the calling thread."""
        asked = Check(next(self._numbers), start)
        line, answers = self._ask(asked)
        if line is None or answers is None:
            return check(start, on_progress=on_progress, on_found=on_found, cancel=cancel)
        told: dict[str, Callable[..., None]] = {"progress": on_progress, "found": on_found}
        said = _until(line, asked.job, answers, cancel)
        while said is not None and said.kind in told:
            told[said.kind](said.content)
            said = _until(line, asked.job, answers, cancel)
        line.forget(asked.job)
        outcome: Outcome = _taken(said)
        return outcome

    def hang_up(self) -> None:
        """Let the process end what it does, and wait for nothing. There will be no other."""
        with self._guard:
            self._over = True
            if self._line is not None:
                self._line.hang_up()

    def end(self) -> None:
        """Hang up, and wait until the process is gone."""
        self.hang_up()
        with self._guard:
            if self._line is not None:
                self._line.close()
                self._line = None

    def _ask(self, asked: Asked) -> tuple[Line, Answers] | tuple[None, None]:
        """Ask the process, or a new one if it turns out to be dead."""
        for _ in range(2):
            line = self.start()
            answers = line.ask(asked) if line else None
            if line is not None and answers is not None:
                return line, answers
        return None, None


def _until(line: Line, job: int, answers: Answers, cancel: threading.Event) -> Said | None:
    """What the job says next. Once cancelled it has some seconds to say its last; None where it is lost."""
    while not cancel.is_set():
        try:
            return answers.get(timeout=LISTEN_SECONDS)
        except queue.Empty:
            continue
    line.write(Cancel(job))
    ends = time.monotonic() + STOP_SECONDS
    said = _next(line, answers, ends)
    while said is not None and said.kind == "progress":
        said = _next(line, answers, ends)
    return said


def _next(line: Line, answers: Answers, ends: float) -> Said | None:
    """What is said until then; None if nothing, and then the process is ended."""
    try:
        return answers.get(timeout=max(0.0, ends - time.monotonic()))
    except queue.Empty:
        line.kill()
        return None


def _taken(said: Said | None) -> Any:
    if said is None:
        raise WorkerLost("The process that did the work has ended.")
    if said.kind == "raised":
        raise said.content
    return said.content
