"""The conversation as a state machine: text in, turns and actions out. It knows no terminal and starts nothing itself.

The front end shows the turns in order and takes the actions. Reports on a run carry its number; those on a run that has
been replaced or forgotten are ignored. At most one run is under way; a problem given meanwhile waits for its end.
"""

from collections.abc import Callable
from pathlib import Path

from gradhelp.catalog import Rule, load_rules
from gradhelp.chat.case import Case
from gradhelp.chat.gathering import Gathered, Gathering
from gradhelp.chat.inquiry import Inquiry
from gradhelp.chat.questions import Questions
from gradhelp.chat.recognise import Ask, Given, Location, Recogniser, Script, Traceback, Unclear, UnknownCommand
from gradhelp.chat.turns import (
    AnswerTurn,
    Clear,
    DiagnosisTurn,
    ErrorTurn,
    ProgressTurn,
    QuestionTurn,
    Quit,
    StartRun,
    Step,
    StopRun,
    UserTurn,
)  # fmt: skip
from gradhelp.chat.voice import Voice
from gradhelp.chat.words import shipped_words
from gradhelp.diagnose import Progress, Result
from gradhelp.errors import GradhelpError
from gradhelp.intake.fragment import looks_like_traceback
from gradhelp.report.phrases import Lang
from gradhelp.retrieval.experiment import Measured
from gradhelp.retrieval.pages import measured_page

LANGUAGE_NAMES: dict[str, Lang] = {
    "en": "en", "english": "en", "英文": "en", "英语": "en",
    "zh": "zh", "zh-cn": "zh", "chinese": "zh", "中文": "zh", "汉语": "zh",
}  # fmt: skip


class Conversation:
    """One user, one screen. `folder` is where relative paths start; `python` is the interpreter to run scripts with."""

    def __init__(
        self,
        *,
        lang: Lang = "en",
        python: str | None = None,
        folder: Path | None = None,
        rules: Callable[[], tuple[Rule, ...]] = load_rules,
    ) -> None:
        self.running: int | None = None
        """The number of the run that is under way."""
        self.voice = Voice(lang)
        self._python = python
        self._folder = folder or Path.cwd()
        self._rules = rules
        self._runs = 0
        self._last_run: Case | None = None
        self._waiting: list[Traceback | Script | Location] = []
        self._recogniser: Recogniser | None = None
        self._gathering = Gathering(self.voice, self._folder)
        self._inquiry = Inquiry(self.voice, rules)
        self._questions = Questions(self.voice)
        self._intents: dict[str, Callable[[str], list[Step]]] = {
            "explain": self._explain,
            "experiment": self._experiment,
            "help": self._help,
            "again": self._again,
            "stop": lambda _: self.stop(),
            "new": self._new,
            "lang": self._set_lang,
            "quit": self._quit,
        }
        self._gathers: dict[str, Callable[[str], Gathered]] = {
            "yes": lambda _: self._gathering.agree(),
            "no": lambda _: self._gathering.decline(),
            "alone": lambda _: self._gathering.go_alone(),
            "run": lambda argument: self._gathering.run(argument),
        }

    def submit(self, text: str) -> list[Step]:
        """What follows from a message of the user."""
        if not text.strip():
            return []
        return [UserTurn(text=text), *self._guarded(lambda: self._take(self._recognised(text)))]

    def stop(self) -> list[Step]:
        """What follows when the user wants the check to end."""
        return [self.voice.note("not_running")] if self.running is None else [StopRun()]

    def progress(self, progress: Progress, *, run: int) -> list[Step]:
        """How far the run is."""
        if run != self.running:
            return []
        steps = self.voice.say("steps", count=progress.optimizer_steps) if progress.optimizer_steps else ""
        return [ProgressTurn(stage=self.voice.say(f"stage_{progress.stage}"), steps=steps, progress=progress)]

    def ended(self, outcome: Result | Measured | Exception, *, cancelled: bool, run: int) -> list[Step]:
        """The run is over: with a result or an exception, of its own accord or because it was cancelled."""
        if cancelled:
            return self.stopped(outcome if isinstance(outcome, Result) else None, run=run)
        if isinstance(outcome, Exception):
            return self.failed(outcome, run=run)
        return self.measured(outcome, run=run) if isinstance(outcome, Measured) else self.finished(outcome, run=run)

    def finished(self, result: Result, *, run: int) -> list[Step]:
        """The run has come to its result."""
        if run != self.running:
            return []
        self._gathering.settle()
        self._inquiry.read(result)
        return self._ended(DiagnosisTurn(result=result, lang=self.voice.lang), self._what_next(result))

    def measured(self, measured: Measured, *, run: int) -> list[Step]:
        """The experiment has come to its end."""
        if run != self.running:
            return []
        return self._ended(AnswerTurn(markdown=measured_page(measured, self.voice.lang)))

    def stopped(self, result: Result | None = None, *, run: int) -> list[Step]:
        """The run was stopped; `result` is what had been seen until then."""
        if run != self.running:
            return []
        if result is None or not result.diagnosis.findings:
            return self._ended(self.voice.note("stopped"))
        self._inquiry.read(result)
        return self._ended(self.voice.note("stopped"), DiagnosisTurn(result=result, lang=self.voice.lang))

    def failed(self, error: Exception, *, run: int) -> list[Step]:
        """The run could not be made. Anything but gradhelp's own errors is a fault of gradhelp."""
        if run != self.running:
            return []
        if isinstance(error, GradhelpError):
            return self._ended(ErrorTurn(text=str(error)))
        return self._ended(self.voice.error("broken", reason=f"{type(error).__name__}: {error}"))

    def _ended(self, *steps: Step) -> list[Step]:
        self.running = None
        following = list(steps)
        while self._waiting and self.running is None:
            following += self._guarded(lambda: self._take(self._waiting.pop(0)))
        return following

    def _guarded(self, answer: Callable[[], list[Step]]) -> list[Step]:
        try:
            return answer()
        except GradhelpError as error:
            return [ErrorTurn(text=str(error))]

    def _recognised(self, text: str) -> Given:
        if self._recogniser is None:
            self._recogniser = Recogniser(shipped_words(), [each.id for each in self._rules()])
        return self._recogniser.recognise(text)

    def _take(self, given: Given) -> list[Step]:
        if isinstance(given, Ask):
            return [*self._questions.instead(given, self._inquiry.rule)] or self._answer(given)
        if isinstance(given, UnknownCommand):
            return [self.voice.error("unknown_command", command=given.name)]
        if isinstance(given, Unclear):
            return self._free(given.text)
        if self.running is None:
            return self._follow(self._gathering.take(given))
        self._waiting.append(given)
        return [self.voice.note("queued")]

    def _free(self, question: str) -> list[Step]:
        if sure := self._questions.sure(question, self._inquiry.rule):
            return [*sure]
        if self._gathering.wants_script and self.running is None:
            return [self.voice.note("unclear_script")]
        return [*self._questions.nearest(question)] or [self.voice.note("unclear")]

    def _answer(self, ask: Ask) -> list[Step]:
        if ask.intent in self._intents:
            return self._intents[ask.intent](ask.argument)
        if ask.intent not in self._gathers:
            return [*self._inquiry.answer(ask)]
        if self.running is not None:
            return [self.voice.note("already_running")]
        return self._follow(self._gathers[ask.intent](ask.argument))

    def _follow(self, gathered: Gathered) -> list[Step]:
        return [*gathered.steps, *(self._start(gathered.ready) if gathered.ready else [])]

    def _start(self, case: Case) -> list[Step]:
        self._runs += 1
        self.running, self._last_run = self._runs, case
        return [StartRun(run=self._runs, request=case.request(python=self._python, lang=self.voice.lang))]

    def _what_next(self, result: Result) -> Step:
        diagnosis = result.diagnosis
        if diagnosis.status == "inconclusive":
            lacks_script = self._gathering.wants_script
            text = self.voice.say("next_inconclusive" if lacks_script else "next_unsure")
            return QuestionTurn(text=text) if lacks_script else self.voice.note("next_unsure")
        if not diagnosis.findings:
            return self.voice.note("next_healthy")
        more = len(diagnosis.findings) - 1
        return self.voice.note("next_more" if more else "next_diagnosed", count=more)

    def _explain(self, argument: str) -> list[Step]:
        if argument and looks_like_traceback(argument):
            return self._take(Traceback(argument))
        if argument and not self._inquiry.knows(argument):
            answer = self._questions.called(argument) or self._questions.sure(argument, self._inquiry.rule)
            if answer:
                return [*answer]
        return [*self._inquiry.answer(Ask("explain", argument))]

    def _experiment(self, _: str) -> list[Step]:
        start = self._questions.experiment(self._runs + 1, self._python)
        if start is None or self.running is not None:
            return [self.voice.note("no_experiment" if start is None else "already_running")]
        self._runs = self.running = start.run
        return [self.voice.note("starting_experiment", name=start.answer), start]

    def _help(self, _: str) -> list[Step]:
        return [AnswerTurn(markdown=self.voice.say("help_md"))]

    def _again(self, _: str) -> list[Step]:
        if self.running is not None:
            return [self.voice.note("already_running")]
        if self._last_run is None:
            return [self.voice.note("nothing_to_run")]
        return self._follow(self._gathering.begin(self._last_run))

    def _new(self, _: str) -> list[Step]:
        stop: list[Step] = [] if self.running is None else [StopRun()]
        self.running, self._last_run = None, None
        self._waiting.clear()
        self._gathering = Gathering(self.voice, self._folder)
        self._inquiry.read(None)
        self._questions.measurable = None
        return [*stop, Clear(), self.voice.note("cleared")]

    def _set_lang(self, argument: str) -> list[Step]:
        chosen = LANGUAGE_NAMES.get(argument.lower())
        if chosen is None:
            return [self.voice.note("lang_which")]
        self.voice.lang = chosen
        return [self.voice.note("lang_set")]

    def _quit(self, _: str) -> list[Step]:
        return [Quit()]
