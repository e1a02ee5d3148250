"""The conversation as a state machine: text in, turns and actions out. It knows no terminal and starts nothing itself.

The front end shows the turns in order and takes the actions. Reports on a run carry its number; those on a run that has
been replaced or forgotten are ignored. At most one run is under way; a problem given meanwhile waits for its end.
Whatever is said is kept in the journal at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from gradhelp.catalog import Rule, load_rules
from gradhelp.chat.again import once_more
from gradhelp.chat.asking import Asking
from gradhelp.chat.case import Case
from gradhelp.chat.changes import Changes
from gradhelp.chat.choice import Choice
from gradhelp.chat.commands import Commands, Document, plain_document
from gradhelp.chat.consent import Consents, KeptConsents
from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.gathering import Gathered, Gathering
from gradhelp.chat.preview import Preview
from gradhelp.chat.recognise import Ask, Given, Location, Traceback, Unclear, UnknownCommand, recognised
from gradhelp.chat.resuming import remembered
from gradhelp.chat.runs import Runs
from gradhelp.chat.sessions import Header, SessionStore
from gradhelp.chat.turns import Clear, Outcome, PickFile, ProgressTurn, QuestionTurn, Step, UserTurn
from gradhelp.chat.voice import Voice
from gradhelp.chat.walk import Walk
from gradhelp.diagnose import Outlook, Progress, Request, Result, outlook
from gradhelp.intake.fragment import looks_like_traceback
from gradhelp.report.phrases import Lang


class Conversation:
    """One user, one screen. `folder` is where relative paths start; `python` is the interpreter to run scripts with.

    `consents` and `store` remember between conversations, `look` tells how a run would be made, `document` writes what
    was said as Markdown, `elsewhere` does what takes long with a large text.
    """

    def __init__(
        self,
        *,
        lang: Lang = "en",
        python: str | None = None,
        folder: Path | None = None,
        rules: Callable[[], tuple[Rule, ...]] = load_rules,
        consents: Consents | None = None,
        store: SessionStore | None = None,
        look: Callable[[Request], Outlook] = outlook,
        document: Document = plain_document,
        elsewhere: Elsewhere = here,
    ) -> None:
        self.voice = Voice(lang)
        self.choice = Choice()
        self.store = store or SessionStore()
        self.folder = self._folder = folder or Path.cwd()
        self._python = python
        self._rules = rules
        self._runs = Runs(self.voice, python)
        self._elsewhere = elsewhere
        self._journal = self.store.journal(self._folder)
        preview = Preview(self.voice, self._folder, python, look, elsewhere)
        self._fresh_gathering = partial(
            Gathering, self.voice, self._folder, consents or KeptConsents(), preview, elsewhere
        )
        self._gathering = self._fresh_gathering()
        self._asking = Asking(self.voice, rules, python, elsewhere)
        self._walk = Walk(self.voice, rules)
        self._changes = Changes(self.voice, self._folder, self._asking.talked, lambda each: self._journal.add([each]))
        self._commands = Commands(self.voice, self._folder, self.earlier, document, self._changes)
        self._intents: dict[str, Callable[[str], list[Step]]] = {
            "explain": self._explain,
            "stop": lambda _: self._runs.stop(),
            "new": self._new,
            "how": lambda deed: [self.voice.note("how_deed", deed=deed, does=self.voice.say(f"cmd_{deed}"))],
            "prints": lambda _: self._walk.begin(),
            "traceback": self._take_traceback,
            "resume": self._resume,
        }
        self._when_idle: dict[str, Callable[[str], list[Step]]] = {
            "yes": lambda _: self._follow(self._gathering.agree()),
            "no": lambda _: self._follow(self._gathering.decline()),
            "alone": lambda _: self._follow(self._gathering.go_alone()),
            "run": lambda argument: self._follow(self._gathering.run(argument)),
            "script": lambda argument: self._follow(self._gathering.take(Location(argument))),
            "probe": lambda argument: self._follow(self._gathering.begin(Case(probe=argument))),
            "again": lambda _: self._again(),
            "experiment": lambda _: self._runs.measure(self._asking.experiment(self._runs.next)),
        }

    @property
    def running(self) -> int | None:
        """The number of the run that is under way."""
        return self._runs.running

    def submit(self, text: str) -> list[Step]:
        """What follows from a message of the user."""
        if not text.strip():
            return []
        said: list[Step] = [UserTurn(text=text)]
        journal, _ = self._journal, self._kept(said)
        following = self._guarded(lambda: self._respond(text))
        return [*said, *(self._kept(following) if self._journal is journal else following)]

    def stop(self) -> list[Step]:
        """What follows when the user wants the check to end."""
        return self._kept(self._runs.stop())

    def progress(self, progress: Progress, *, run: int) -> list[ProgressTurn]:
        """How far the run is."""
        return self._runs.progress(progress, run)

    def found(self, result: Result, *, run: int) -> list[Step]:
        """The run has come to a diagnosis, and goes on to try the fixes."""
        if run != self.running:
            return []
        self._gathering.settle()
        self._read(result)
        return self._kept(self._guarded(lambda: self._runs.reports.found(result)))

    def ended(self, outcome: Outcome | Exception, *, cancelled: bool, run: int) -> list[Step]:
        """The run is over: with a result or an exception, of its own accord or because it was cancelled."""
        if isinstance(outcome, Exception):
            return self.stopped(run=run) if cancelled else self.failed(outcome, run=run)
        return self._guarded(partial(self.stopped if cancelled else self.finished, outcome, run=run), run)

    def finished(self, result: Outcome, *, run: int) -> list[Step]:
        """The run has come to its result."""
        if run != self.running:
            return []
        self._gathering.settle()
        self._read(result)
        told = self._runs.reports.finished(result, wants_script=self._gathering.wants_script)
        asked = self._gathering.ask_to_allow(result)
        return self._over([*told[:-1], asked] if asked else told)

    def stopped(self, result: Outcome | None = None, *, run: int) -> list[Step]:
        """The run was stopped; `result` is what had been seen until then."""
        if run != self.running:
            return []
        if isinstance(result, Result) and result.diagnosis.findings:
            self._read(result)
        return self._over(self._runs.reports.stopped(result))

    def failed(self, error: Exception, *, run: int) -> list[Step]:
        """The run could not be made. Anything but gradhelp's own errors is a fault of gradhelp."""
        return self._over(self._runs.reports.failed(error)) if run == self.running else []

    @property
    def id(self) -> str:
        """By which the conversation can be gone on with; empty as long as nothing was said."""
        return self._journal.id

    def earlier(self) -> list[Header]:
        """The sessions before this one, the latest first."""
        return [each for each in self.store.listed() if each.id != self._journal.id]

    def resume(self, header: Header) -> list[Step]:
        """Go on with an earlier conversation."""
        return self._guarded(lambda: self._resumed(header))

    def _resumed(self, header: Header) -> list[Step]:
        kept = self.store.load(header.id)
        cleared = self._forget()
        self._journal = self.store.journal(self._folder, header)
        memory = remembered(kept, python=self._python, lang=self.voice.lang)
        self._runs.last, self._gathering.case = memory.case, memory.case or Case()
        self._read(memory.result)
        self._commands.shown, self._changes.written = list(memory.turns), list(memory.changes)
        return [*cleared, *memory.turns, self.voice.note("resumed", title=header.title)]

    def _kept(self, steps: list[Step]) -> list[Step]:
        self._journal.add(steps)
        self.choice.follow(steps)
        self._commands.shown += steps
        return steps

    def _read(self, result: Outcome | None) -> None:
        if result is None or isinstance(result, Result):
            self._asking.read(result)

    def _over(self, steps: Sequence[Step]) -> list[Step]:
        self._runs.over()
        following = list(steps)
        while (given := self._runs.waiting()) is not None:
            following += self._guarded(partial(self._take, given))
        return self._kept(following)

    def _guarded(self, answer: Callable[[], list[Step]], run: int | None = None) -> list[Step]:
        """The answer, or why there is none; the conversation goes on. `run` is over then."""
        try:
            return answer()
        except Exception as error:  # noqa: BLE001 - told as a fault of gradhelp's where it is one
            told = self._runs.reports.failed(error)
            return told if run is None or run != self.running else self._over(told)

    def _respond(self, text: str) -> list[Step]:
        walked = self._walk.take(text)
        return self._take(self._recognised(text)) if walked is None else walked

    def _recognised(self, text: str) -> Given:
        return self._elsewhere(len(text), recognised, text, tuple(each.id for each in self._rules()))

    def _take(self, given: Given) -> list[Step]:
        if isinstance(given, Ask):
            return [*self._asking.instead(given)] or self._answer(given)
        if isinstance(given, UnknownCommand):
            return [self.voice.error("unknown_command", command=given.name)]
        if isinstance(given, Unclear):
            wants_script = self._gathering.wants_script and self.running is None
            return [*self._asking.free(given.text, wants_script=wants_script)]
        self._walk.leave()
        if self.running is None:
            return self._follow(self._gathering.take(given))
        return [self._runs.wait(given)]

    def _answer(self, ask: Ask) -> list[Step]:
        if ask.intent in ("script", "probe") and not ask.argument:
            which = "script_which" if ask.intent == "script" else "probe_which"
            return [self.voice.note(which), PickFile(command=f"/{ask.intent}")]
        if ask.intent in self._intents:
            return self._intents[ask.intent](ask.argument)
        if self._commands.knows(ask.intent):
            return self._commands.do(ask.intent, ask.argument)
        if ask.intent not in self._when_idle:
            return [*self._asking.answer(ask)]
        return (
            self._when_idle[ask.intent](ask.argument) if self.running is None else [self.voice.note("already_running")]
        )

    def _follow(self, gathered: Gathered) -> list[Step]:
        return [*gathered.steps, *(self._start(gathered.ready) if gathered.ready else [])]

    def _start(self, case: Case) -> list[Step]:
        self._journal.add([case])
        return [self._runs.start(case)]

    def _explain(self, argument: str) -> list[Step]:
        if argument and looks_like_traceback(argument):
            return self._take(Traceback(argument))
        return [*self._asking.explain(argument)]

    def _take_traceback(self, argument: str) -> list[Step]:
        if not argument:
            return [QuestionTurn(text=self.voice.say("traceback_which"))]
        return self._take(Traceback(argument) if looks_like_traceback(argument) else Location(argument))

    def _again(self) -> list[Step]:
        if self._runs.last is None:
            return [self.voice.note("nothing_to_run")]
        case = once_more(self._runs.last, self._asking.talked()[0])
        noted = [self.voice.note("again_changed", steps=case.steps)] if case.steps else []
        return [*noted, *self._follow(self._gathering.begin(case))]

    def _new(self, _: str) -> list[Step]:
        cleared = self._forget()
        self._journal = self.store.journal(self._folder)
        return [*cleared, self.voice.note("cleared")]

    def _resume(self, argument: str) -> list[Step]:
        headers = self.earlier()
        chosen = [each for number, each in enumerate(headers, 1) if argument in (str(number), each.id)]
        return self.resume(chosen[0]) if chosen else self._commands.do("history", "")

    def _forget(self) -> list[Step]:
        stop = self._runs.forget()
        self._walk.leave()
        self._gathering = self._fresh_gathering()
        self._read(None)
        self._commands.shown = []
        return [*stop, Clear()]
