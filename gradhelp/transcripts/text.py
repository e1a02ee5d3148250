"""Turns → plain text for a stream that shows one line after the other."""

from gradhelp import report
from gradhelp.chat.choice import numbered
from gradhelp.chat.turns import (
    AnswerTurn,
    DiagnosisTurn,
    ErrorTurn,
    FixesTurn,
    NoteTurn,
    ProbeTurn,
    QuestionTurn,
    Turn,
)  # fmt: skip
from gradhelp.report.disarm import disarm, one_line
from gradhelp.transcripts.markdown import turn_markdown


def turn_text(turn: Turn, width: int, colour: bool) -> str:
    """What to print, without a last line end; empty where there is nothing to be seen."""
    match turn:
        case DiagnosisTurn(result=result, lang=lang):
            return report.to_text(turn.shown, result.sources, lang, width, colour).strip("\n")
        case FixesTurn(result=result, lang=lang):
            return report.to_text_proof(result.diagnosis, lang, width, colour).strip("\n")
        case AnswerTurn() | ProbeTurn():
            from gradhelp.report.prose import Prose
            from gradhelp.report.text import drawn

            return drawn(Prose(turn_markdown(turn)), width, colour).strip("\n")
        case QuestionTurn(text=text, options=options):
            return "\n".join([disarm(text), *(f"  {one_line(label)}" for label in numbered(options))])
        case NoteTurn(text=text) | ErrorTurn(text=text):
            return disarm(text)
    return ""
