"""Free questions, answered from the knowledge base in the language they are asked in, and measured on request.

A question that points at the last finding ("here", "this") is answered with what the answer comes to for it. Where the
knowledge has no sure answer, that is said, and the nearest topics are offered.
"""

import re

from gradhelp.catalog import Rule
from gradhelp.catalog.answer import Answer
from gradhelp.catalog.simulator import Simulator
from gradhelp.chat.answers import Answers
from gradhelp.chat.elsewhere import ALWAYS, Elsewhere, here
from gradhelp.chat.recognise import Ask
from gradhelp.chat.turns import AnswerTurn, Option, QuestionTurn, StartExperiment, Turn
from gradhelp.chat.voice import Voice
from gradhelp.report.phrases import Lang
from gradhelp.retrieval import Found, Topic, ask, language_of, names_a_subject, topic_called
from gradhelp.retrieval.pages import answer_page, family_page, plain, simulator_page

LONGEST = 400
"""Characters; what is longer is material that was not recognised, and no question."""
ABOUT_FINDING = ("why", "fix", "chain", "help")
"""Intents whose words also occur in questions about something else."""
OF_THE_LAST = ("line", "place", "proof", "safe", "outlook", "networks")
"""Intents that are about the last diagnosis wherever there is one."""
_PLACE = re.compile(r"\bhere\b|这里|此处|那里|[这那]一?行", re.IGNORECASE)
_POINTING = re.compile(r"\b(?:this|that|it|these|those)\b|这", re.IGNORECASE)
_CODE = re.compile(r"\w[._]\w|\w\(|\w_\b")

_DEFINITION = re.compile(r"^what(?:'s| is| are) an? |^什么是|是什么[？?]?$", re.IGNORECASE)


class Questions:
    """One conversation's questions; it remembers which answer can be measured."""

    def __init__(self, voice: Voice, elsewhere: Elsewhere = here) -> None:
        self._voice = voice
        self._elsewhere = elsewhere
        self.measurable: Answer | None = None
        """The last answer, if there is an experiment behind it."""

    def instead(self, given: Ask, found: Rule | None) -> list[Turn]:
        """The answer to a sentence that has the words of another intent in it and asks for something else; or nothing."""
        if given.intent == "simulators":
            return self.sure(given.sentence, found) if _DEFINITION.search(given.sentence) else []
        if given.intent in OF_THE_LAST:
            return self.sure(given.sentence, found)
        if given.intent not in ABOUT_FINDING or not names_a_subject(given.sentence):
            return []
        if found is not None and _points_at_it(given.sentence):
            return []
        return self.sure(given.sentence, found)

    def sure(self, question: str, found: Rule | None) -> list[Turn]:
        """The answer, if the knowledge has one; else nothing."""
        topic = self._found(question).topic if len(question) <= LONGEST else None
        return self._told(topic, language_of(question, self._voice.lang), found) if topic else []

    def called(self, name: str) -> list[Turn]:
        """What is known under that name; nothing where it is no name."""
        topic = self._elsewhere(ALWAYS, topic_called, name)
        return self._told(topic, self._voice.lang, None) if topic else []

    def nearest(self, question: str) -> list[Turn]:
        """That there is no sure answer, with the topics that come nearest; nothing where none does."""
        near = self._found(question).near if len(question) <= LONGEST else ()
        lang = language_of(question, self._voice.lang)
        options = tuple(Option(label=plain(each.title.of(lang)), reply=f"explain {each.id}") for each in near)
        return [QuestionTurn(text=Voice(lang).say("not_known"), options=options)] if options else []

    def experiment(self, run: int, python: str | None) -> StartExperiment | None:
        """What measures the last answer; None where nothing does."""
        last = self.measurable
        if last is None or last.experiment is None:
            return None
        return StartExperiment(
            run=run, answer=last.id, experiment=last.experiment, python=python, lang=self._voice.lang
        )

    def _found(self, question: str) -> Found:
        return self._elsewhere(ALWAYS, ask, question)

    def _told(self, topic: Topic, lang: Lang, found: Rule | None) -> list[Turn]:
        about = topic.about
        self.measurable = about if isinstance(about, Answer) and about.experiment else None
        if isinstance(about, Answer):
            return [AnswerTurn(markdown=answer_page(about, lang, self._here(about, lang, found))), *self._offer(lang)]
        if isinstance(about, Rule):
            return [AnswerTurn(markdown=Answers(Voice(lang)).rule(about))]
        page = simulator_page(about, lang) if isinstance(about, Simulator) else family_page(about, lang)
        return [AnswerTurn(markdown=page)]

    def _here(self, answer: Answer, lang: Lang, found: Rule | None) -> str:
        told = answer.of_finding(found.id, found.family, lang) if found else ""
        return Voice(lang).say("here_md", told=told) if told else ""

    def _offer(self, lang: Lang) -> list[Turn]:
        if self.measurable is None:
            return []
        voice = Voice(lang)
        option = Option(label=voice.say("option_experiment"), reply=voice.say("reply_experiment"))
        return [QuestionTurn(text=voice.say("experiment_offer"), options=(option,))]


def _points_at_it(sentence: str) -> bool:
    """Whether the last finding is meant: "fix it" may speak of it, "fix it with retain_graph" asks about something."""
    return bool(_PLACE.search(sentence) or (_POINTING.search(sentence) and not _CODE.search(sentence)))
