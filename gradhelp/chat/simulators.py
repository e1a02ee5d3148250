"""Questions about simulators: answered from the catalogue, with the date of the check. It remembers the needs.

Asked for a simulator, it takes what the message says, what was said before, and what the last diagnosed program shows,
in that order, and names what it would still like to know.
"""

from datetime import date

from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.turns import AnswerTurn, NoteTurn, Turn
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.recommend import Needs, choices
from gradhelp.recommend.mentions import mentioned
from gradhelp.recommend.setting import needs_of_run
from gradhelp.recommend.spoken import needs_of_words
from gradhelp.report.simulators import answer_markdown, recommendation_markdown

MOST_NAMED = 3
MOST_CHOICES = 3
ASKED = ("gradients", "framework", "contacts", "parallel", "device")
"""The needs that change the answer most; those that are not known are asked for."""


class SimulatorQuestions:
    """One conversation's questions about simulators."""

    def __init__(self, voice: Voice, elsewhere: Elsewhere = here) -> None:
        self._voice = voice
        self._elsewhere = elsewhere
        self._needs = Needs()

    def forget(self) -> None:
        """Another problem: its needs are not known."""
        self._needs = Needs()

    def answer(self, message: str, result: Result | None) -> list[Turn]:
        """About the simulators that the message names; else which one to take."""
        named = mentioned(message)[:MOST_NAMED]
        self._needs = needs_of_words(message).over(self._needs)
        if named:
            wanted = self._needs.over(Needs(gradients=True, framework="torch"))
            fitting = choices(wanted, simulators=named)
            return [AnswerTurn(markdown=answer_markdown(named, fitting, self._voice.lang, date.today()))]
        needs = self._needs.over(self._shown_by(result))
        if needs == Needs():
            return [self._voice.note("simulators_ask")]
        markdown = recommendation_markdown(needs, choices(needs, most=MOST_CHOICES), "", self._voice.lang, date.today())
        return [AnswerTurn(markdown=markdown), *self._missing(needs)]

    def _missing(self, needs: Needs) -> list[NoteTurn]:
        lacking = [self._voice.say(f"simulators_ask_{key}") for key in ASKED if getattr(needs, key) is None]
        if not lacking:
            return []
        return [self._voice.note("simulators_say_more", questions=self._voice.say("simulators_join").join(lacking))]

    def _shown_by(self, result: Result | None) -> Needs:
        """What the program of the last diagnosis shows."""
        if result is None or result.recording is None:
            return Needs()
        size = sum(map(len, result.recording.sources.values()))
        return self._elsewhere(size, _needs_shown, result.recording)


def _needs_shown(recording: Recording) -> Needs:
    return needs_of_run(Run(recording))
