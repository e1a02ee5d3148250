"""Turns → Markdown.

Invariant: what the user pasted, and whatever comes from their program, takes no part in the document.
"""

from collections.abc import Sequence

from gradhelp import report
from gradhelp.chat.turns import (
    AnswerTurn,
    DiagnosisTurn,
    ErrorTurn,
    FixesTurn,
    NoteTurn,
    ProbeTurn,
    QuestionTurn,
    Step,
    UserTurn,
)  # fmt: skip
from gradhelp.report.disarm import disarm, one_line
from gradhelp.report.tame import code, escape, fenced


def document(shown: Sequence[Step]) -> str:
    """A whole conversation."""
    return "\n\n".join(text.strip("\n") for text in map(turn_markdown, shown) if text) + "\n"


def turn_markdown(step: Step) -> str:
    """One turn; empty for an action, and for what was only shown in passing."""
    match step:
        case UserTurn(text=text):
            return _message(disarm(text))
        case AnswerTurn(markdown=markdown):
            return markdown
        case DiagnosisTurn() | FixesTurn():
            return report.to_markdown(step.shown, step.result.sources, step.lang)
        case ProbeTurn(result=result, lang=lang):
            from gradhelp.report.probe import probe_markdown

            return probe_markdown(result, lang)
        case QuestionTurn() | NoteTurn() | ErrorTurn():
            return "\n".join(escape(line) for line in disarm(step.text).splitlines())
    return ""


def _message(text: str) -> str:
    return fenced(text) if "\n" in text.strip() else f"> {code(one_line(text))}"
