"""One trial: the program with some of its texts changed, run in the same isolation as the program itself.

A trial is stopped as soon as it has trained for long enough to be judged, and has little more time than the program
took to come to its end or to its error.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from gradhelp.blame import Hit
from gradhelp.engine import hits_of
from gradhelp.experiments import cache
from gradhelp.experiments.files import Files
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Severity
from gradhelp.sandbox import process
from gradhelp.sandbox.plan import RunPlan, Watching

OnTrial = Callable[[int], None]
STEPS_PAST_ERROR = 40
MOST_STEPS = 400
SECONDS_MORE = 20.0
MOST_SECONDS = 45.0


@dataclass(frozen=True)
class Outcome:
    """A run, as it was or with `texts` changed, and what the rules say of it."""

    run: Run
    texts: Mapping[str, str]

    @cached_property
    def hits(self) -> list[tuple[Hit, Severity]]:
        """All findings in the order of blame."""
        return hits_of(self.run)

    @property
    def loud(self) -> list[Hit]:
        """What is an error or a warning."""
        return [hit for hit, severity in self.hits if severity != "note"]


class Laboratory:
    """Runs trials of one program. `first` is the run of the program as it is."""

    def __init__(
        self,
        plan: RunPlan,
        first: Recording,
        cancel: threading.Event | None = None,
        on_trial: OnTrial | None = None,
    ) -> None:
        self._plan, self._cancel, self._on_trial = plan, cancel or threading.Event(), on_trial
        self.first = Outcome(Run(first), {})
        self.sources = first.sources
        self.files = Files(plan)
        self.runs = 0

    @property
    def cancelled(self) -> bool:
        """Whether nothing more is to be tried."""
        return self._cancel.is_set()

    def attempt(self, texts: Mapping[str, str]) -> Outcome:
        """The outcome of the program with these texts."""
        name = cache.key(self._plan, self.sources, texts)
        known = cache.load(name)
        if known is None:
            known = self._run(texts)
            if not self.cancelled:
                cache.store(name, known)
        return Outcome(Run(known), dict(texts))

    def _run(self, texts: Mapping[str, str]) -> Recording:
        self.runs += 1
        if self._on_trial:
            self._on_trial(self.runs)
        plan = replace(
            self._plan,
            overlay=self.files.overlay(texts),
            timeout=self._seconds,
            on_cpu=self._plan.on_cpu or _was_on_cpu(self.first.run.recording),
            watching=Watching(sleep=False, steps=self._steps),
        )
        return process.run(plan, cancel=self._cancel)

    @property
    def _seconds(self) -> float:
        took = float(self.first.run.recording.process.get("seconds") or 0.0)
        return min(3 * took + SECONDS_MORE, MOST_SECONDS)

    @property
    def _steps(self) -> int:
        """After how many optimizer steps a trial has shown enough. Nothing new came after the recorder fell asleep."""
        asleep = self.first.run.recording.last("asleep")
        steps = int(asleep.get("steps") or 0) if asleep else self.first.run.optimizer_steps
        return min(steps + STEPS_PAST_ERROR, MOST_STEPS)


def _was_on_cpu(recording: Recording) -> bool:
    """Whether what the program asks of CUDA ran on the CPU."""
    return any(event.get("substituted") for event in recording.of("torch"))
