"""`gradhelp explain RULE|"error text"`: what a rule is about, or what an error means and which faults lead to it."""

import argparse
import difflib
import re
from typing import TYPE_CHECKING

from gradhelp.cli import stdout, terminal
from gradhelp.cli.delivery import put
from gradhelp.cli.given import STDIN, read_text
from gradhelp.cli.parser import Commands, add_command
from gradhelp.errors import AnalysisError, UsageError
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gradhelp.intake.families import Family

_ID = re.compile(r"[\w-]+")


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "explain", words, run)
    parser.add_argument("subject", metavar="RULE|TEXT", nargs="+", help=words.say("help_subject"))
    parser.add_argument("-o", "--output", metavar="FILE", help=words.say("help_output"))


def run(options: argparse.Namespace) -> int:
    """A rule by its id, else an error family by its id, else an error by its text."""
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
    from gradhelp.intake.families import families
    from gradhelp.report.knowledge import family_page, rule_page

    rules = {rule.id: rule for rule in load_rules()}
    if subject in rules:
        return rule_page(rules[subject], options.lang)
    known = {family.id: family for family in families()}
    if subject in known:
        return family_page(known[subject], rules, options.lang)
    if _ID.fullmatch(subject):
        raise UsageError(_unknown(subject, [*rules, *known], options.words))
    found = _classified(subject)
    if found is None:
        raise AnalysisError(options.words.say("unknown_error"))
    return family_page(found, rules, options.lang)


def _classified(text: str) -> "Family | None":
    """The family of the error that a pasted text is about."""
    from gradhelp.intake.families import family
    from gradhelp.intake.traceback import read_paste

    error = read_paste(text).error
    return family(error.family) if error else None


def _unknown(subject: str, ids: list[str], words: Phrases) -> str:
    near = difflib.get_close_matches(subject, ids, n=3, cutoff=0.5)
    meant = words.say("meant", name=words.say("or").join(near)) if near else ""
    return words.say("unknown_rule", rule=subject) + meant
