"""The runs of a conversation by number: at most one is under way, and reports on any other are not listened to.

What is given meanwhile waits here for its end.
"""

from gradhelp.chat.case import Case
from gradhelp.chat.recognise import Location, Script, Traceback
from gradhelp.chat.reports import Reports
from gradhelp.chat.turns import NoteTurn, ProgressTurn, StartExperiment, StartRun, Step, StopRun
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Progress


class Runs:
    """`python` is the interpreter to run scripts with."""

    def __init__(self, voice: Voice, python: str | None) -> None:
        self.running: int | None = None
        """The number of the run that is under way."""
        self.last: Case | None = None
        """What was checked last."""
        self.reports = Reports(voice)
        self._voice = voice
        self._python = python
        self._count = 0
        self._waiting: list[Traceback | Script | Location] = []

    @property
    def next(self) -> int:
        """The number that the next run will have."""
        return self._count + 1

    def start(self, case: Case) -> StartRun:
        """Check this case."""
        self._begin(self.next)
        self.last = case
        return StartRun(run=self._count, request=case.request(python=self._python, lang=self._voice.lang))

    def measure(self, start: StartExperiment | None) -> list[Step]:
        """Start the program behind an answer, if there is one."""
        if start is None:
            return [self._voice.note("no_experiment")]
        self._begin(start.run)
        return [self._voice.note("starting_experiment", name=start.answer), start]

    def progress(self, progress: Progress, run: int) -> list[ProgressTurn]:
        """How far the run is."""
        return [self.reports.progress(progress)] if run == self.running else []

    def wait(self, given: Traceback | Script | Location) -> NoteTurn:
        """Take this up when the run is over."""
        self._waiting.append(given)
        return self._voice.note("queued")

    def over(self) -> None:
        """The run has ended."""
        self.running = None

    def waiting(self) -> Traceback | Script | Location | None:
        """What is to be taken up next; None while a run is under way and when nothing waits."""
        return self._waiting.pop(0) if self._waiting and self.running is None else None

    def stop(self) -> list[Step]:
        """What follows when the user wants the run to end."""
        return [self._voice.note("not_running")] if self.running is None else [StopRun()]

    def forget(self) -> list[Step]:
        """Nothing is under way, was checked, or waits."""
        stop: list[Step] = [] if self.running is None else [StopRun()]
        self.running, self.last = None, None
        self._waiting.clear()
        return stop

    def _begin(self, number: int) -> None:
        self.running = self._count = number
        self.reports.begin()
