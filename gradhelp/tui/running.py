"""One run in a background thread: calls the use case and turns whatever happens into messages."""

import threading
from collections.abc import Callable
from typing import Protocol

from textual.message import Message

from gradhelp.chat.turns import Outcome, StartExperiment, StartRun
from gradhelp.diagnose import Progress, Result
from gradhelp.tui.messages import RunEnded, RunFound, RunProgressed


class Runner(Protocol):
    """`gradhelp.chat.check.check`, or a stand-in for it."""

    def __call__(
        self,
        start: StartRun | StartExperiment,
        *,
        on_progress: Callable[[Progress], None],
        on_found: Callable[[Result], None],
        cancel: threading.Event,
    ) -> Outcome: ...


def carry_out(
    runner: Runner, start: StartRun | StartExperiment, cancel: threading.Event, post: Callable[[Message], object]
) -> None:
    """Run the check. Setting `cancel` makes the runner end the child and return."""

    def report(progress: Progress) -> None:
        post(RunProgressed(start.run, progress))

    def found(result: Result) -> None:
        post(RunFound(start.run, result))

    try:
        outcome: Outcome | Exception = runner(start, on_progress=report, on_found=found, cancel=cancel)
    except Exception as error:  # noqa: BLE001 - a fault in the analysis must not take the conversation with it
        outcome = error
    post(RunEnded(start.run, outcome, cancel.is_set()))
