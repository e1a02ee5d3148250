"""What `gradhelp explain` shows for a question, and the pages of everything that can answer one."""

import argparse
import difflib
import re

from rich.console import RenderableType

from gradhelp.catalog import Lang, Rule, load_rules
from gradhelp.catalog.answer import Answer
from gradhelp.catalog.load_answers import load_answers
from gradhelp.catalog.simulator import Simulator
from gradhelp.errors import AnalysisError, UsageError
from gradhelp.intake.families import Family, families
from gradhelp.report.knowledge import family_page, rule_page
from gradhelp.report.prose import Prose
from gradhelp.retrieval import ask, language_of, topic_called
from gradhelp.retrieval.experiment import measure
from gradhelp.retrieval.pages import answer_page, measured_page, nearest_text, simulator_page

_ID = re.compile(r"[\w-]+")


def answered(question: str, options: argparse.Namespace) -> RenderableType:
    """What the knowledge has to say; UsageError for a name that is none, AnalysisError where it has nothing."""
    found = ask(question)
    topic = topic_called(question) or found.topic
    lang = language_of(question, options.lang)
    if topic is not None:
        return told(topic.about, lang, options)
    if _ID.fullmatch(question):
        raise UsageError(_unknown_name(question, options))
    raise AnalysisError("\n".join(filter(None, [options.words.say("unknown_error"), nearest_text(found.near, lang)])))


def told(about: Answer | Rule | Family | Simulator, lang: Lang, options: argparse.Namespace) -> RenderableType:
    """The page; of an answer together with its measurement, if that was asked for."""
    if isinstance(about, Answer):
        return Prose(_answer(about, lang, options))
    if options.measure:
        raise UsageError(options.words.say("no_experiment", name=about.id))
    if isinstance(about, Simulator):
        return Prose(simulator_page(about, lang))
    if isinstance(about, Rule):
        return rule_page(about, lang)
    return family_page(about, {rule.id: rule for rule in load_rules()}, lang)


def _answer(answer: Answer, lang: Lang, options: argparse.Namespace) -> str:
    page = answer_page(answer, lang)
    if not options.measure:
        return page
    if answer.experiment is None:
        raise UsageError(options.words.say("no_experiment", name=answer.id))
    measured = measure(answer.id, answer.experiment, python=options.python, lang=lang)
    return f"{page}\n\n{measured_page(measured, lang)}"


def _unknown_name(name: str, options: argparse.Namespace) -> str:
    ids = [rule.id for rule in load_rules()]
    ids += [each.id for each in families()]
    ids += [each.id for each in load_answers()]
    near = difflib.get_close_matches(name, ids, n=3, cutoff=0.5)
    words = options.words
    meant = words.say("meant", name=words.say("or").join(near)) if near else ""
    return str(words.say("unknown_rule", rule=name) + meant)
