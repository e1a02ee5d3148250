"""The procedure as a talk: asks for the prints, says what they mean, asks on, ends at a rule.

Invariant: at most one question is open. What answers none of them is not for this module.
"""

from collections.abc import Callable

from gradhelp.catalog import Rule
from gradhelp.chat.answers import Answers
from gradhelp.chat.prints import Prints, read_bare, read_prints
from gradhelp.chat.procedure import AGAIN, START, Question, load_procedure, meaning_of, said
from gradhelp.chat.turns import AnswerTurn, NoteTurn, Option, QuestionTurn, Step
from gradhelp.chat.voice import Voice

BARE = ("False", "True")
FUNCTIONS = ("None", "AddBackward0")


class Walk:
    """One user's way through the procedure."""

    def __init__(self, voice: Voice, rules: Callable[[], tuple[Rule, ...]]) -> None:
        self._voice = voice
        self._rules = rules
        self._prints = Prints()
        self._open: str | None = None

    def begin(self) -> list[Step]:
        """Ask for the three prints."""
        self._prints, self._open = Prints(), START
        whole = [("False", "False", "None"), ("False", "True", "None"), ("True", "False", "MulBackward0")]
        options = (Option(label=" · ".join(each), reply=", ".join(each)) for each in whole)
        return [QuestionTurn(text=self._voice.say("ask_prints"), options=tuple(options))]

    def leave(self) -> None:
        """Another matter has come up."""
        self._open = None

    def take(self, text: str) -> list[Step] | None:
        """What follows from `text`; None if it is no printed value and answers no open question."""
        if self._open and self._open != START and (choice := self._question.chosen(text)):
            return self._go(choice.to)
        found = read_prints(text) or (read_bare(text, self._prints) if self._open == START else None)
        if found is None:
            return None
        earlier = self._prints if self._open == START else Prints()
        self._prints, self._open = found.over(earlier), START
        return self._meaning() if self._prints.whole else [self._ask_missing()]

    @property
    def _question(self) -> Question:
        return load_procedure().ask[self._open or ""]

    def _ask_missing(self) -> QuestionTurn:
        if self._prints.obs is None:
            what, values = "obs.requires_grad", BARE
        elif self._prints.loss is None:
            what, values = "loss.requires_grad", BARE
        else:
            what, values = "obs.grad_fn", FUNCTIONS
        options = tuple(Option(label=value, reply=f"{what} {value}") for value in values)
        return QuestionTurn(text=self._voice.say("ask_print", what=what), options=options)

    def _meaning(self) -> list[Step]:
        meaning = load_procedure().meaning[meaning_of(self._prints)]
        return [NoteTurn(text=said(meaning, self._voice.lang, self._prints)), *self._ask(meaning.ask)]

    def _go(self, to: str) -> list[Step]:
        if to == AGAIN:
            return self.begin()
        return self._ask(to) if to in load_procedure().ask else self._conclude(to)

    def _ask(self, name: str) -> list[Step]:
        self._open = name
        lang = self._voice.lang
        options = tuple(Option(label=each.of(lang), reply=each.of(lang)) for each in self._question.choices)
        return [QuestionTurn(text=self._question.of(lang), options=options)]

    def _conclude(self, name: str) -> list[Step]:
        self._open = None
        told = load_procedure().rule.get(name)
        rule = next((each for each in self._rules() if each.id == name), None)
        parts = [self._voice.say("suspected_md"), told.of(self._voice.lang) if told else ""]
        if rule is not None:
            parts.append(Answers(self._voice).rule(rule))
        answer = AnswerTurn(markdown="\n\n".join(part for part in parts if part))
        return [answer, self._voice.note("next_walked")]
