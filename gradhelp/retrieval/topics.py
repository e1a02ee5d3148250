"""Everything that a question can be answered with: answers, rules, families of errors, simulators."""

from typing import Literal, NamedTuple

from gradhelp.catalog import Bilingual, Rule, load_rules
from gradhelp.catalog.answer import Answer
from gradhelp.catalog.load_answers import load_answers
from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.catalog.rule import LANGUAGES
from gradhelp.catalog.simulator import Simulator
from gradhelp.intake.families import Family, families

TopicKind = Literal["answer", "rule", "error", "simulator"]


class Topic(NamedTuple):
    """One text of the knowledge, and what it is found by."""

    kind: TopicKind
    id: str
    title: Bilingual
    asked: tuple[str, ...]
    """Titles and questions, in both languages: what matches here counts most."""
    body: tuple[str, ...]
    about: Answer | Rule | Family | Simulator


def topics() -> tuple[Topic, ...]:
    """All topics of the shipped knowledge."""
    return (
        *map(_of_answer, load_answers()),
        *map(_of_rule, load_rules()),
        *map(_of_family, families()),
        *map(_of_simulator, load_simulators()),
    )


def _of_answer(answer: Answer) -> Topic:
    asked = (answer.title.en, answer.title.zh, *answer.asked.en, *answer.asked.zh)
    return Topic("answer", answer.id, answer.title, asked, (answer.text.en, answer.text.zh), answer)


def _of_rule(rule: Rule) -> Topic:
    asked = (rule.id, rule.title.en, rule.title.zh, rule.statement.en, rule.statement.zh)
    return Topic("rule", rule.id, rule.title, asked, tuple(rule.explain(lang) for lang in LANGUAGES), rule)


def _of_family(family: Family) -> Topic:
    sentence = Bilingual(en=family.sentence.en, zh=family.sentence.zh)
    wordings = tuple(each.text for each in family.wordings)
    return Topic("error", family.id, sentence, (family.id,), (*wordings, sentence.en, sentence.zh), family)


def _of_simulator(simulator: Simulator) -> Topic:
    title = Bilingual(
        en=f"{simulator.name}: {simulator.summary.en}",
        zh=f"{simulator.name}：{simulator.summary.zh}",
    )
    claims = [claim for each in simulator.folklore for claim in (each.claim.en, each.claim.zh)]
    texts = [simulator.summary, simulator.gradients, simulator.torch, *simulator.limits]
    body = (*(text.of(lang) for text in texts for lang in LANGUAGES), *claims)
    return Topic("simulator", simulator.id, title, (simulator.name, *simulator.aliases), body, simulator)
