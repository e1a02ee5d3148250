"""The chat line by line: for screen readers, pipes, and terminals that can do nothing else.

Invariant: what is printed stays; nothing is drawn over. A run goes on in a thread, so that Ctrl-C can end it.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from gradhelp.chat import Conversation
from gradhelp.chat.check import check
from gradhelp.chat.turns import (
    CopyAnswer,
    Outcome,
    ProgressTurn,
    Quit,
    StartExperiment,
    StartRun,
    Step,
    Turn,
    UserTurn,
)  # fmt: skip
from gradhelp.report.counting import SEPARATOR
from gradhelp.report.disarm import disarm, one_line
from gradhelp.transcripts.text import turn_text

PACE = 5.0
"""So many seconds without a word on a run, and one is said."""
Call = Callable[[], Sequence[Step]]


@dataclass(frozen=True)
class Screen:
    """Where to write: what is said, and, aside, how far a run is. `prompt`: someone is typing."""

    write: Callable[[str], None]
    aside: Callable[[str], None]
    width: int = 80
    colour: bool = False
    prompt: bool = False


@dataclass
class Live:
    """The run that is under way, as far as it is told; `began` and `told`, when that was last, on the monotonic clock."""

    stage: str
    counts: tuple[str, ...] = ()
    began: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)

    @property
    def waited(self) -> float:
        """Seconds since the last word."""
        return time.monotonic() - self.told


class PlainChat:
    """One conversation on one screen. `run` is the use case, or a stand-in."""

    def __init__(
        self,
        conversation: Conversation,
        screen: Screen,
        run: Callable[..., Outcome] = check,
        pace: float = PACE,
    ) -> None:
        self._conversation = conversation
        self._run = run
        self._screen = screen
        self._over = False
        self._pace = pace
        self._live = Live("")

    def begin(self, resume: str = "") -> None:
        """Say what this is, or go on with an earlier conversation."""
        self._say(self._conversation.voice.say("welcome_plain"))
        chosen = next((each for each in self._conversation.earlier() if each.id == resume), None)
        if chosen is not None:
            self._follow(self._conversation.resume(chosen))
        elif resume:
            self.take("/history")

    def converse(self, said: Iterable[str]) -> None:
        """Take one message after the other until there are no more, or the user leaves."""
        self._prompt()
        for text in said:
            if text.strip():
                self.take(text)
            if self._over:
                return
            self._prompt()

    def take(self, text: str) -> None:
        """A message: a number chooses among the options of the open question."""
        self._follow(self._conversation.submit(self._conversation.choice.meant(text))[1:])

    def _follow(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if isinstance(step, StartRun | StartExperiment):
                self._carry_out(step)
            elif isinstance(step, Quit):
                self._over = True
            elif isinstance(step, CopyAnswer):
                self._say(self._conversation.voice.say("copy_plain"))
            elif isinstance(step, Turn):
                self._show(step)

    def _show(self, turn: Turn) -> None:
        if isinstance(turn, ProgressTurn):
            changed = turn.stage != self._live.stage
            self._live.stage, self._live.counts = turn.stage, turn.counts
            if changed:
                self._live.told = time.monotonic()
                self._screen.aside(f"{one_line(turn.stage)} …\n")
            elif self._live.waited >= self._pace:
                self._go_on()
            return
        text = (
            f"> {disarm(turn.text)}"
            if isinstance(turn, UserTurn)
            else turn_text(turn, self._screen.width, self._screen.colour)
        )
        self._say(text)

    def _carry_out(self, start: StartRun | StartExperiment) -> None:
        """Run in a thread; what it reports is told here, in the thread that talks."""
        calls: queue.Queue[Call | None] = queue.Queue()
        cancel, conversation, number = threading.Event(), self._conversation, start.run
        self._live = Live("")

        def work() -> None:
            outcome: Outcome | Exception
            try:
                outcome = self._run(
                    start,
                    on_progress=lambda progress: calls.put(partial(conversation.progress, progress, run=number)),
                    on_found=lambda result: calls.put(partial(conversation.found, result, run=number)),
                    cancel=cancel,
                )
            except Exception as error:  # noqa: BLE001 - told as a fault of gradhelp's, and the conversation goes on
                outcome = error
            calls.put(partial(conversation.ended, outcome, cancelled=cancel.is_set(), run=number))
            calls.put(None)

        thread = threading.Thread(target=work, name="gradhelp-check")
        thread.start()
        try:
            self._tell(calls, cancel)
        finally:
            cancel.set()
            thread.join()

    def _tell(self, calls: "queue.Queue[Call | None]", cancel: threading.Event) -> None:
        while True:
            try:
                call = calls.get(timeout=max(0.0, self._pace - self._live.waited))
                if call is None:
                    return
                self._follow(call())
            except queue.Empty:
                self._go_on()
            except KeyboardInterrupt:
                cancel.set()
                self._say(self._conversation.voice.say("stopping"))

    def _go_on(self) -> None:
        """Say that the run goes on: for whom nothing moves on the screen."""
        self._live.told = time.monotonic()
        minutes, seconds = divmod(int(self._live.told - self._live.began), 60)
        parts = (self._live.stage, f"{minutes}:{seconds:02}", *self._live.counts)
        self._screen.aside(f"{one_line(SEPARATOR.join(filter(None, parts)))}\n")

    def _say(self, text: str) -> None:
        if text:
            self._screen.write(f"{text}\n\n")

    def _prompt(self) -> None:
        if self._screen.prompt:
            self._screen.write("> ")
