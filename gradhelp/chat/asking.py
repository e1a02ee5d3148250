"""Questions of every kind: about the last diagnosis, about a rule, and free ones; what none of them answers is said so."""

from collections.abc import Callable

from gradhelp.catalog import Rule
from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.inquiry import Inquiry
from gradhelp.chat.questions import OF_THE_LAST, Questions
from gradhelp.chat.recognise import Ask
from gradhelp.chat.turns import StartExperiment, Turn
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result


class Asking:
    """It remembers which finding is talked about, and which answer can be measured."""

    def __init__(
        self, voice: Voice, rules: Callable[[], tuple[Rule, ...]], python: str | None, elsewhere: Elsewhere = here
    ) -> None:
        self._voice = voice
        self._python = python
        self._inquiry = Inquiry(voice, rules, elsewhere)
        self._questions = Questions(voice, elsewhere)

    def read(self, result: Result | None) -> None:
        """From now on the questions are about this result; None forgets everything."""
        self._inquiry.read(result)
        if result is None:
            self._questions.measurable = None

    def talked(self) -> tuple[Result | None, int]:
        """The result that is talked about, and which of its findings."""
        return self._inquiry.talked()

    def instead(self, ask: Ask) -> list[Turn]:
        """The answer to a sentence that only has the words of `ask` in it; or nothing."""
        if ask.intent in OF_THE_LAST and self._inquiry.has_result:
            return []
        return self._questions.instead(ask, self._inquiry.rule)

    def answer(self, ask: Ask) -> list[Turn]:
        """The answer to a question that was recognised."""
        return self._inquiry.answer(ask)

    def explain(self, name: str) -> list[Turn]:
        """What is known under a name, or in answer to a question."""
        if name and not self._inquiry.knows(name):
            answer = self._questions.called(name) or self._questions.sure(name, self._inquiry.rule)
            if answer:
                return answer
        return self._inquiry.answer(Ask("explain", name))

    def free(self, question: str, *, wants_script: bool) -> list[Turn]:
        """The answer to a free question; else what is wanted instead."""
        if sure := self._questions.sure(question, self._inquiry.rule):
            return sure
        if wants_script:
            return [self._voice.note("unclear_script")]
        return self._questions.nearest(question) or [self._voice.note("unclear")]

    def experiment(self, run: int) -> StartExperiment | None:
        """What measures the last answer; None where nothing does."""
        return self._questions.experiment(run, self._python)
