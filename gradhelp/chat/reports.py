"""What is said of a run while it goes on and when it is over. It knows what has been shown of the run already."""

from gradhelp.chat.elsewhere import WorkerLost
from gradhelp.chat.turns import (
    AnswerTurn,
    DiagnosisTurn,
    ErrorTurn,
    FixesTurn,
    NoteTurn,
    Option,
    Outcome,
    ProbeTurn,
    ProgressTurn,
    QuestionTurn,
    Step,
)  # fmt: skip
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Progress, Result
from gradhelp.errors import GradhelpError
from gradhelp.facts.observed import observed
from gradhelp.model.probe import ProbeResult
from gradhelp.report.counting import counted, what_was_observed
from gradhelp.retrieval.experiment import Measured
from gradhelp.retrieval.pages import measured_page


class Reports:
    """On one run after the other."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._shown: Result | None = None

    def begin(self) -> None:
        """A run begins, of which nothing has been shown."""
        self._shown = None

    def progress(self, progress: Progress) -> ProgressTurn:
        """How far the run is."""
        counts, lang = progress.counts, self._voice.lang
        return ProgressTurn(
            stage=self._voice.say(f"stage_{progress.stage}"),
            counts=tuple(counted(counts, lang)),
            brief=tuple(counted(counts, lang, brief=True)),
            progress=progress,
        )

    def found(self, result: Result) -> list[Step]:
        """The diagnosis is there, its fixes are yet to be tried."""
        self._shown = result
        told = DiagnosisTurn(result=result.untried, lang=self._voice.lang, trying=True)
        return [*self._watched(result), told]

    def finished(self, result: Outcome, *, wants_script: bool) -> list[Step]:
        """The run has come to its result; of a diagnosis that was shown already, what trying its fixes has shown."""
        if isinstance(result, ProbeResult):
            return [ProbeTurn(result=result, lang=self._voice.lang)]
        if isinstance(result, Measured):
            return [AnswerTurn(markdown=measured_page(result, self._voice.lang))]
        shown, self._shown = self._shown, None
        if shown is None:
            told = DiagnosisTurn(result=result, lang=self._voice.lang)
            return [*self._watched(result), told, self._what_next(result, wants_script)]
        if shown.same_order(result):
            return [FixesTurn(result=result, lang=self._voice.lang), self._what_next(result, wants_script)]
        again = DiagnosisTurn(result=result, lang=self._voice.lang)
        return [self._voice.note("reordered"), again, self._what_next(result, wants_script)]

    def stopped(self, result: Outcome | None) -> list[Step]:
        """The user has ended the run; `result` is what had been seen until then."""
        if self._shown is not None:
            return [self._voice.note("stopped_trying")]
        if not isinstance(result, Result):
            return [self._voice.note("stopped")]
        told = [self._voice.note("stopped"), *self._watched(result)]
        if not result.diagnosis.findings:
            return [*told]
        return [*told, DiagnosisTurn(result=result, lang=self._voice.lang)]

    def _watched(self, result: Result) -> list[NoteTurn]:
        """What was observed of the program, if it was run."""
        seen = observed(result.recording) if result.recording is not None else None
        return [NoteTurn(text=what_was_observed(seen, self._voice.lang))] if seen is not None else []

    def failed(self, error: Exception) -> list[Step]:
        """Anything but gradhelp's own errors is a fault of gradhelp."""
        if isinstance(error, WorkerLost):
            return [self._voice.error("worker_lost")]
        if isinstance(error, GradhelpError):
            return [ErrorTurn(text=str(error))]
        return [self._voice.error("broken", reason=f"{type(error).__name__}: {error}")]

    def _what_next(self, result: Result, wants_script: bool) -> Step:
        diagnosis = result.diagnosis
        if diagnosis.status == "inconclusive":
            if not wants_script:
                return self._voice.note("next_unsure")
            walk = Option(label=self._voice.say("option_walk"), reply=self._voice.say("reply_walk"))
            return QuestionTurn(text=self._voice.say("next_inconclusive"), options=(walk,))
        if not diagnosis.findings:
            return self._voice.note("next_healthy")
        if result.change:
            return self._voice.note("next_fixable")
        more = len(diagnosis.findings) - 1
        return self._voice.note("next_more" if more else "next_diagnosed", count=more)
