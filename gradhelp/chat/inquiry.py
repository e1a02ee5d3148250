"""Questions about the last diagnosis and about the rules. It remembers which finding is being talked about."""

from collections.abc import Callable
from difflib import get_close_matches

from gradhelp.catalog import Rule
from gradhelp.chat.answers import Answers
from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.followups import FollowUps
from gradhelp.chat.lines import Lines
from gradhelp.chat.places import place_in
from gradhelp.chat.recognise import Ask
from gradhelp.chat.repairs import address, wanted
from gradhelp.chat.simulators import SimulatorQuestions
from gradhelp.chat.turns import AnswerTurn, DiagnosisTurn, Turn
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result
from gradhelp.model.diagnosis import Finding
from gradhelp.report.tame import escape

SMALL_TALK = ("greet", "thanks", "who")


class Inquiry:
    """Answers what needs no run."""

    def __init__(self, voice: Voice, rules: Callable[[], tuple[Rule, ...]], elsewhere: Elsewhere = here) -> None:
        self._voice = voice
        self._rules = rules
        self._result: Result | None = None
        self._simulators = SimulatorQuestions(voice, elsewhere)
        self._focus = 0
        self._of_diagnosis: dict[str, Callable[[Result], list[Turn]]] = {
            "next": self._next,
            "others": self._others,
            "show": self._show,
            "networks": self._networks,
        }
        self._of_finding: dict[str, Callable[[Answers, Finding], str]] = {
            "why": Answers.why,
            "chain": Answers.chain,
        }
        self._follow_ups = follow_ups = FollowUps(voice, elsewhere)
        self._of_result: dict[str, Callable[[Result, Finding], str]] = {
            "place": follow_ups.place,
            "proof": follow_ups.proof,
            "safe": follow_ups.safe,
            "outlook": follow_ups.outlook,
        }

    def read(self, result: Result | None) -> None:
        """From now on the questions are about this result; None forgets the last one."""
        self._result = result
        self._focus = 0
        if result is None:
            self._simulators.forget()

    def talked(self) -> tuple[Result | None, int]:
        """The result that is talked about, and which of its findings."""
        return self._result, self._focus

    @property
    def has_result(self) -> bool:
        """Whether there is a diagnosis to ask about."""
        return self._result is not None

    @property
    def rule(self) -> Rule | None:
        """The rule of the finding that is talked about."""
        findings = self._result.diagnosis.findings if self._result else ()
        name = findings[self._focus].rule if findings else ""
        return next((each for each in self._rules() if each.id == name), None)

    def knows(self, name: str) -> bool:
        """Whether a rule is called so."""
        return any(each.id == name.lower() for each in self._rules())

    def answer(self, ask: Ask) -> list[Turn]:
        """The answer to a question about the last diagnosis or about the rules."""
        if ask.intent in SMALL_TALK:
            return [self._voice.note(f"say_{ask.intent}")]
        if ask.intent == "rules":
            return [AnswerTurn(markdown=self._answers.rules(self._rules()))]
        if ask.intent == "explain":
            return [self._explain(ask.argument.lower())]
        if ask.intent == "simulators":
            return self._simulators.answer(ask.argument, self._result)
        if self._result is None:
            return [self._voice.note("no_result")]
        if ask.intent == "finding":
            return self._look_at(self._result, int(ask.argument) - 1)
        if ask.intent in self._of_diagnosis:
            return self._of_diagnosis[ask.intent](self._result)
        return [self._about_finding(self._result, ask)]

    def _explain(self, name: str) -> Turn:
        rules = {each.id: each for each in self._rules()}
        if not name and self._result and self._result.diagnosis.findings:
            name = self._result.diagnosis.findings[self._focus].rule
        if name in rules:
            return AnswerTurn(markdown=self._answers.rule(rules[name]))
        if not name:
            return self._voice.note("explain_what", example=next(iter(rules), "RULE"))
        close = get_close_matches(name, rules, n=1)
        return self._voice.error("no_rule_close" if close else "no_rule", rule=name, close="".join(close))

    def _about_finding(self, result: Result, ask: Ask) -> Turn:
        findings = result.diagnosis.findings
        if not findings:
            return self._voice.note("healthy_outlook" if ask.intent == "outlook" else "no_finding")
        finding = findings[self._focus]
        if ask.intent == "fix":
            return AnswerTurn(markdown=self._fix(ask.argument, self._answers, finding))
        if ask.intent in self._of_result:
            return AnswerTurn(markdown=self._of_result[ask.intent](result, finding))
        if ask.intent != "line":
            return AnswerTurn(markdown=self._of_finding[ask.intent](self._answers, finding))
        place = place_in(f"line {ask.argument}" if ask.argument.isdecimal() else ask.argument)
        if place is None:
            return self._voice.note("line_which")
        return AnswerTurn(markdown=Lines(self._voice).about(place, result, finding))

    def _fix(self, argument: str, answers: Answers, finding: Finding) -> str:
        """All fixes of the finding, or the one whose number was given."""
        words = wanted(argument)
        if words.fix is None:
            return answers.fix(finding)
        findings = self._result.diagnosis.findings if self._result else []
        chosen = words.finding if words.finding is not None else self._focus
        of = findings[chosen].fixes if 0 <= chosen < len(findings) else []
        if not 0 <= words.fix < len(of):
            return escape(self._voice.say("no_such_fix", number=argument.strip(), count=len(of)))
        return answers.one_fix(of[words.fix], address(chosen, words.fix, len(findings)))

    def _next(self, result: Result) -> list[Turn]:
        if self._focus + 1 >= len(result.diagnosis.findings):
            return [self._voice.note("no_next")]
        return self._look_at(result, self._focus + 1)

    def _others(self, result: Result) -> list[Turn]:
        if len(result.diagnosis.findings) < 2:
            after = "no_others_raised" if result.diagnosis.run.outcome == "raised" else "no_others"
            return [self._voice.note(after)]
        return [AnswerTurn(markdown=self._answers.others(result.diagnosis, self._focus))]

    def _networks(self, result: Result) -> list[Turn]:
        return [AnswerTurn(markdown=self._follow_ups.networks(result))]

    def _show(self, result: Result) -> list[Turn]:
        return [DiagnosisTurn(result=result, lang=self._voice.lang, focus=self._focus)]

    def _look_at(self, result: Result, index: int) -> list[Turn]:
        findings = result.diagnosis.findings
        if not 0 <= index < len(findings):
            return [self._voice.note("no_others")]
        self._focus = index
        heading = self._voice.note("showing_finding", number=index + 1, count=len(findings))
        return [heading, DiagnosisTurn(result=result, lang=self._voice.lang, focus=index)]

    @property
    def _answers(self) -> Answers:
        return Answers(self._voice)
