"""What the conversation gives back: turns to show, and actions for the front end to take.

A turn's text may hold anything the user pasted, control characters and markup included; front ends escape at output.
`AnswerTurn.markdown` is the exception: in it the user's text already stands in code spans and fences.
"""

from pathlib import Path

from pydantic import ConfigDict

from gradhelp.diagnose import Progress, Request, Result
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.model.probe import ProbeResult
from gradhelp.model.span import Frozen
from gradhelp.probe import ProbeRequest
from gradhelp.report.phrases import Lang
from gradhelp.retrieval.experiment import Measured


def focused(diagnosis: Diagnosis, focus: int) -> Diagnosis:
    """The diagnosis with its finding number `focus` (from 0) first, the others behind it in their order."""
    first, others = (
        diagnosis.findings[focus : focus + 1],
        [*diagnosis.findings[:focus], *diagnosis.findings[focus + 1 :]],
    )
    return diagnosis.model_copy(update={"findings": [*first, *others]}) if focus else diagnosis


class UserTurn(Frozen):
    """What the user sent, as it was."""

    text: str


class AnswerTurn(Frozen):
    """An answer, in Markdown."""

    markdown: str


class DiagnosisTurn(Frozen):
    """A diagnosis, to be shown as the command line shows it, one of its findings in full."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    result: Result
    lang: Lang
    focus: int = 0
    """The finding that is shown in full, from 0."""
    trying: bool = False
    """Its fixes are about to be tried."""

    @property
    def shown(self) -> Diagnosis:
        """The diagnosis with that finding first."""
        return focused(self.result.diagnosis, self.focus)


class FixesTurn(Frozen):
    """What trying the fixes of the diagnosis shown last has come to: the same findings, their fixes now tried."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    result: Result
    lang: Lang

    @property
    def shown(self) -> Diagnosis:
        """The diagnosis."""
        return self.result.diagnosis


class ProbeTurn(Frozen):
    """What was measured of an environment, to be shown exactly as the command line shows it."""

    result: ProbeResult
    lang: Lang


class Option(Frozen):
    """One way to answer a question: `label` is shown, `reply` is what choosing it submits."""

    label: str
    reply: str


class QuestionTurn(Frozen):
    """The one thing that is missing."""

    text: str
    options: tuple[Option, ...] = ()


class NoteTurn(Frozen):
    """A remark in passing."""

    text: str


class ErrorTurn(Frozen):
    """Something could not be done; the text says what to do instead."""

    text: str


class ProgressTurn(Frozen):
    """How far the run is: `stage` and `counts` are ready to show, the most telling count first; `brief` are the same in short."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    stage: str
    counts: tuple[str, ...]
    brief: tuple[str, ...]
    progress: Progress


class StartRun(Frozen):
    """Start the check in the background and report with `run` as its number. It replaces any other."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    run: int
    request: Request | ProbeRequest


class StartExperiment(Frozen):
    """Start the program behind an answer, as StartRun starts a check, and report with `run` as its number."""

    run: int
    answer: str
    experiment: Path
    python: str | None
    lang: Lang


class StopRun(Frozen):
    """Cancel the running check."""


class Clear(Frozen):
    """Forget what is on the screen."""


class Quit(Frozen):
    """Leave."""


class PickFile(Frozen):
    """Let the user pick a file, whose path is then submitted behind `command`. Without a picker, ask for the path."""

    command: str


class PickSession(Frozen):
    """Let the user pick an earlier session, or list them."""


class SetTheme(Frozen):
    """Change the colours: `dark`, `light`, or the other one where it is empty."""

    name: str


class CopyAnswer(Frozen):
    """Put the last answer in the clipboard, as Markdown."""


Turn = (
    UserTurn | AnswerTurn | DiagnosisTurn | FixesTurn | ProbeTurn | QuestionTurn | NoteTurn | ErrorTurn | ProgressTurn
)
Action = StartRun | StartExperiment | StopRun | Clear | Quit | PickFile | PickSession | SetTheme | CopyAnswer
Step = Turn | Action
Outcome = Result | ProbeResult | Measured
"""What a run may come to."""
