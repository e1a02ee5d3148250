"""`gradhelp explain RULE|"error text"|"question"`: what a rule is about, what an error means, or what is known on it.

With `--run` the experiment behind an answer is run, isolated, and what it measured stands below the answer.
"""

import argparse
import re
from typing import TYPE_CHECKING

from gradhelp.cli import stdout, terminal
from gradhelp.cli.delivery import put
from gradhelp.cli.given import STDIN, read_text
from gradhelp.cli.parser import Commands, add_command, add_python
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gradhelp.intake.families import Family

_ID = re.compile(r"[\w-]+")


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "explain", words, run)
    parser.add_argument("subject", metavar="RULE|TEXT", nargs="+", help=words.say("help_subject"))
    parser.add_argument("--run", dest="measure", action="store_true", help=words.say("help_experiment"))
    parser.add_argument("-o", "--output", metavar="FILE", help=words.say("help_output"))
    add_python(parser, words)


def run(options: argparse.Namespace) -> int:
    """A rule by its id, else an error family or an answer by its id, else an error by its text, else a question."""
    subject = " ".join(options.subject).strip()
    if subject == STDIN:
        subject = read_text(STDIN, options.words).strip()
    from gradhelp.report.text import drawn

    page = _page(subject, options)
    colour = options.output is None and stdout.colour()
    put(drawn(page, terminal.width(), colour), options.output)
    return 0


def _page(subject: str, options: argparse.Namespace) -> "RenderableType":
    from gradhelp.catalog import load_rules
    from gradhelp.cli.questions import answered, told
    from gradhelp.intake.families import family

    rules = {rule.id: rule for rule in load_rules()}
    known = rules.get(subject) or family(subject)
    if known is not None:
        return told(known, options.lang, options)
    found = None if _ID.fullmatch(subject) or _is_answered(subject) else _classified(subject)
    return told(found, options.lang, options) if found else answered(subject, options)


def _is_answered(text: str) -> bool:
    """Whether the text is a question, though there may be an error's words in it, and has an answer."""
    from gradhelp.retrieval import ask

    return text.endswith(("?", "？")) and ask(text).topic is not None


def _classified(text: str) -> "Family | None":
    """The family of the error that a pasted text is about."""
    from gradhelp.intake.families import family
    from gradhelp.intake.traceback import read_paste

    error = read_paste(text).error
    return family(error.family) if error else None
