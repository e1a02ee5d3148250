"""One run in a background thread: calls the use case and turns whatever happens into messages."""

import threading
from collections.abc import Callable
from typing import Protocol

from textual.message import Message

from gradhelp.chat.turns import StartExperiment, StartRun
from gradhelp.diagnose import Progress, Request, Result
from gradhelp.retrieval.experiment import Measured, measure
from gradhelp.tui.messages import RunEnded, RunProgressed


class Runner(Protocol):
    """The use case, or a stand-in for it."""

    def __call__(
        self,
        request: Request,
        *,
        on_progress: Callable[[Progress], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Result: ...


def carry_out(
    runner: Runner, start: StartRun | StartExperiment, cancel: threading.Event, post: Callable[[Message], object]
) -> None:
    """Run the check or the experiment. Setting `cancel` makes the runner end the child and return."""

    def report(progress: Progress) -> None:
        post(RunProgressed(start.run, progress))

    try:
        outcome: Result | Measured | Exception = (
            runner(start.request, on_progress=report, cancel=cancel)
            if isinstance(start, StartRun)
            else measure(start.answer, start.experiment, python=start.python, lang=start.lang, cancel=cancel)
        )
    except Exception as error:  # noqa: BLE001 - a fault in the analysis must not take the conversation with it
        outcome = error
    post(RunEnded(start.run, outcome, cancel.is_set()))
