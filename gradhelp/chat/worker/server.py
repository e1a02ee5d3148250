"""The worker process: does what the chat asks for, each job in a thread of its own.

Invariants: it writes nothing but answers; when the chat has gone, for whatever reason, every job is cancelled and the
process ends.
"""

import os
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from gradhelp.chat.check import check
from gradhelp.chat.turns import Outcome
from gradhelp.chat.worker.messages import Asked, Call, Cancel, Check, Said
from gradhelp.diagnose import Result
from gradhelp.facts.recording import Recording

LAST_SECONDS = 8.0
"""So long after the chat's end a job may tidy up; then the sandbox's supervisor, which sees this process end, does."""
KEPT = frozenset({"source", "torch"})
"""The events of a recording that are asked for after the check; the others would only be carried about."""


class Server:
    """One conversation's worker, at its end of the line."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._writing = threading.Lock()
        self._jobs: dict[int, tuple[threading.Thread, threading.Event]] = {}

    def serve(self) -> None:
        """Take jobs until the chat hangs up."""
        while True:
            try:
                asked: Asked = self._line.recv()
            except (EOFError, OSError):
                break
            if isinstance(asked, Cancel):
                self._cancel(asked.job)
            else:
                self._begin(asked)
        for job in list(self._jobs):
            self._cancel(job)
        for thread, _ in list(self._jobs.values()):
            thread.join(LAST_SECONDS)

    def _begin(self, asked: Call | Check) -> None:
        cancel = threading.Event()
        thread = threading.Thread(target=self._do, args=(asked, cancel), daemon=True)
        self._jobs[asked.job] = thread, cancel
        thread.start()

    def _cancel(self, job: int) -> None:
        if job in self._jobs:
            self._jobs[job][1].set()

    def _do(self, asked: Call | Check, cancel: threading.Event) -> None:
        try:
            value = self._check(asked, cancel) if isinstance(asked, Check) else asked.function(*asked.arguments)
            self._say(Said(asked.job, "value", value))
        except Exception as error:  # noqa: BLE001 - raised again where it was asked for
            self._raised(asked.job, error)
        finally:
            self._jobs.pop(asked.job, None)

    def _check(self, asked: Check, cancel: threading.Event) -> Outcome:
        outcome = check(
            asked.start,
            on_progress=self._sayer(asked.job, "progress"),
            on_found=lambda result: self._say(Said(asked.job, "found", portable(result))),
            cancel=cancel,
        )
        return portable(outcome) if isinstance(outcome, Result) else outcome

    def _sayer(self, job: int, kind: Any) -> Callable[[Any], None]:
        return lambda content: self._say(Said(job, kind, content))

    def _raised(self, job: int, error: Exception) -> None:
        try:
            self._say(Said(job, "raised", error))
        except Exception:  # noqa: BLE001 - an exception that cannot be pickled
            self._say(Said(job, "raised", RuntimeError(f"{type(error).__name__}: {error}")))

    def _say(self, said: Said) -> None:
        with self._writing:
            self._line.send(said)


def portable(result: Result) -> Result:
    """The result without the bulk of its recording."""
    if result.recording is None:
        return result
    kept = tuple(event for event in result.recording.events if event.get("event") in KEPT)
    return result.model_copy(update={"recording": Recording(kept)})


def main() -> None:
    """Serve on the descriptor that the command line names, then leave at once, whatever still runs."""
    number = int(sys.argv[1])
    os.set_inheritable(number, False)
    try:
        Server(Connection(number)).serve()
    finally:
        os._exit(0)
