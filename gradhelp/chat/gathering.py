"""Gathers what a check needs: reads what was given, asks one question for what is missing, offers what can be guessed.

Invariant: nothing is run from a folder before the user has agreed to it, having been told what is run, by which
interpreter and in what isolation.
"""

from pathlib import Path

from gradhelp.chat.case import Case, script_named_in
from gradhelp.chat.consent import Consents
from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.fragments import file_holding, unbound_names
from gradhelp.chat.preview import Preview
from gradhelp.chat.recognise import Location, Script, Traceback, split_words
from gradhelp.chat.scripts import Problem, Target, locate, scripts_at_hand
from gradhelp.chat.turns import NoteTurn, Option, Outcome, QuestionTurn, Step
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result
from gradhelp.intake.paste import Paste
from gradhelp.intake.traceback import read_paste
from gradhelp.model.span import Frozen
from gradhelp.report.disarm import one_line

MOST_NAMES = 6
MOST_SCRIPTS = 3


class Gathered(Frozen):
    """What to say, and the case once it is complete enough to be checked."""

    steps: tuple[Step, ...] = ()
    ready: Case | None = None


class Gathering:
    """`folder` is where relative paths start; large texts are read `elsewhere`."""

    def __init__(
        self, voice: Voice, folder: Path, consents: Consents, preview: Preview, elsewhere: Elsewhere = here
    ) -> None:
        self._voice = voice
        self._folder = folder
        self._consents = consents
        self._preview = preview
        self._elsewhere = elsewhere
        self.case = Case()
        """What has been given, checked or not."""
        self._offer: Case | None = None

    @property
    def wants_script(self) -> bool:
        """Whether there is a traceback that waits for its script."""
        return self.case.traceback is not None and not self.case.has_program

    def take(self, given: Traceback | Script | Location) -> Gathered:
        """The user gave a piece of a problem."""
        if isinstance(given, Traceback):
            return self._traceback(given.text)
        if isinstance(given, Script):
            return self._script(given.source)
        return self._location(given.text)

    def agree(self) -> Gathered:
        """The user says yes to the offer; how it is run was told with it, unless a yes was remembered."""
        if self._offer is None:
            return self._note("nothing_to_confirm")
        home = self._offer.home(self._folder)
        remembered = self._consents.given(home)
        self._consents.give(home)
        return self.begin(self._offer, told=not remembered)

    def decline(self) -> Gathered:
        """The user says no to the offer."""
        if self._offer is None:
            return self._note("nothing_to_confirm")
        refused, self._offer = bool(self._offer.allow_write), None
        if refused:
            return self._note("stays_refused")
        alone = (self._alone(),) if self.case.traceback is not None else ()
        return Gathered(steps=(self._question("ask_other_script", *alone, self._walk()),))

    def go_alone(self) -> Gathered:
        """The user has no script, or does not want to run it."""
        if self.case.traceback is None:
            return self._note("nothing_to_run")
        return self.begin(Case(traceback=self.case.traceback))

    def run(self, argument: str) -> Gathered:
        """Run what there is; `argument` is a program, or only arguments for the one that is known."""
        known = self._offer or self.case
        words = split_words(argument)
        if known.target and words and words[0].startswith("-") and words[0] != "-m":
            return self.begin(known.model_copy(update={"target": known.target.with_args(words)}))
        if words:
            return self._location(argument)
        return self.begin(known) if known.has_program else self.go_alone()

    def ask_to_allow(self, result: Outcome) -> QuestionTurn | None:
        """Offers to let the program write where it was kept from; None where nothing came of that, or it is too much."""
        if not isinstance(result, Result) or result.recording is None or result.diagnosis.status == "diagnosed":
            return None
        refused = result.recording.process.get("refused")
        folder = refused.get("allow") if isinstance(refused, dict) else None
        if not isinstance(folder, str) or not self.case.has_program:
            return None
        self._offer = self.case.model_copy(update={"allow_write": (*self.case.allow_write, Path(folder))})
        agree = Option(label=self._voice.say("option_allow"), reply=self._voice.say("reply_yes"))
        decline = Option(label=self._voice.say("option_refuse"), reply=self._voice.say("reply_not"))
        return self._question("ask_to_allow", agree, decline, folder=one_line(folder))

    def settle(self) -> None:
        """The case has been checked; without a program it stays open."""
        self.case = self.case.model_copy(update={"settled": self.case.has_program})

    def begin(self, case: Case, *, told: bool = False) -> Gathered:
        """Check this case now; `told`: how it is run has just been said."""
        self.case, self._offer = case, None
        if not case.has_program:
            return Gathered(steps=(self._voice.note("starting_alone"),), ready=case)
        if not self._consents.given(case.home(self._folder)):
            self.case, self._offer = Case(traceback=case.traceback), case
            return Gathered(steps=(self._ask_consent(case),))
        key, how = ("starting_told", "") if told else ("starting", self._preview.of(case))
        starting = self._voice.note(key, target=self._name(case), how=how)
        return Gathered(steps=(starting,), ready=case)

    def _ask_consent(self, case: Case) -> QuestionTurn:
        agree = Option(label=self._voice.say("option_run"), reply=self._voice.say("reply_yes"))
        decline = Option(label=self._voice.say("option_not"), reply=self._voice.say("reply_not"))
        how = self._preview.asked(case)
        return self._question("ask_consent", agree, decline, script=self._name(case), how=how)

    def _script(self, source: str) -> Gathered:
        """A whole program is run; of a piece, the file that it was taken from is offered, or asked for."""
        missing = self._elsewhere(len(source), unbound_names, source)
        if not missing:
            return self.begin(self.case.with_source(source))
        found = self._elsewhere(len(source), file_holding, source, self._folder)
        if found:
            self._offer = self.case.with_target(Target(script=found))
            return Gathered(steps=(self._ask_for_script("ask_fragment_offer"),))
        self._offer = self.case.with_source(source)
        as_it_is = Option(label=self._voice.say("option_fragment"), reply=self._voice.say("reply_yes"))
        names = ", ".join(missing[:MOST_NAMES]) + (", …" if len(missing) > MOST_NAMES else "")
        return Gathered(steps=(self._question("ask_fragment", self._walk(), as_it_is, names=names),))

    def _location(self, text: str) -> Gathered:
        found = locate(text, self._folder)
        if isinstance(found, Target):
            return self.begin(self.case.with_target(found))
        if isinstance(found, Problem):
            return Gathered(steps=(self._problem(found),))
        return self._traceback(found.text)

    def _problem(self, found: Problem) -> Step:
        if not found.scripts:
            return self._voice.error(found.key, path=found.path)
        return self._question(found.key, *map(_as_typed, found.scripts), self._pick(), path=one_line(found.path))

    def _traceback(self, text: str) -> Gathered:
        paste = self._elsewhere(len(text), read_paste, text)
        before, self.case = self.case, Case(traceback=text)
        noted = self._read_note(paste)
        self._offer = None
        if paste.code:
            return self._adding(noted, self._script(paste.code))
        if paste.gradient_problem is False:
            return self._adding(noted, self.go_alone())
        named = script_named_in(paste, self._folder)
        if named:
            self._offer = self.case.with_target(Target(script=named))
        elif before.has_program:
            self._offer = self.case.with_program_of(before)
        return Gathered(steps=(noted, self._ask_for_script("ask_offer" if named else "ask_offer_last")))

    def _read_note(self, paste: Paste) -> NoteTurn:
        if paste.error is None or not paste.error.type:
            return self._voice.note("got_no_error")
        return self._voice.note("got_traceback", error=one_line(f"{paste.error.type}: {paste.error.message}"))

    def _adding(self, noted: NoteTurn, gathered: Gathered) -> Gathered:
        return Gathered(steps=(noted, *gathered.steps), ready=gathered.ready)

    def _ask_for_script(self, offer_key: str) -> QuestionTurn:
        if self._offer is None:
            at_hand = scripts_at_hand(self._folder, self._folder)[:MOST_SCRIPTS]
            return self._question("ask_script", *map(_as_typed, at_hand), self._pick(), self._alone())
        agree = Option(label=self._voice.say("option_run"), reply=self._voice.say("reply_yes"))
        decline = Option(label=self._voice.say("option_other"), reply=self._voice.say("reply_no"))
        alone = (self._alone(),) if self.case.traceback is not None else ()
        agreed = self._consents.given(self._offer.home(self._folder))
        how = "" if agreed else self._preview.asked(self._offer)
        return self._question(offer_key, agree, decline, *alone, script=self._name(self._offer), how=how)

    def _pick(self) -> Option:
        return Option(label=self._voice.say("option_pick"), reply="/script")

    def _alone(self) -> Option:
        return Option(label=self._voice.say("option_alone"), reply=self._voice.say("reply_alone"))

    def _walk(self) -> Option:
        return Option(label=self._voice.say("option_walk"), reply=self._voice.say("reply_walk"))

    def _question(self, key: str, *options: Option, **values: object) -> QuestionTurn:
        return QuestionTurn(text=self._voice.say(key, **values).rstrip(), options=options)

    def _note(self, key: str) -> Gathered:
        return Gathered(steps=(self._voice.note(key),))

    def _name(self, case: Case) -> str:
        if case.probe is not None:
            return one_line(case.probe)
        if case.target is None:
            return self._voice.say("pasted_script")
        script = case.target.script
        if script and script.is_relative_to(self._folder):
            return str(script.relative_to(self._folder))
        return case.target.name


def _as_typed(script: str) -> Option:
    return Option(label=script, reply=script)
