"""Pages of the knowledge base for the terminal: a rule, and an error family with the rules that can lead to it."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gradhelp.catalog import Rule
from gradhelp.intake.families import Family
from gradhelp.paths import knowledge
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Lang, Phrases, phrases
from gradhelp.report.prose import Prose, inline
from gradhelp.report.sections import diff, heading, indented
from gradhelp.report.theme import SEVERITY


def rule_page(rule: Rule, lang: Lang) -> RenderableType:
    """Title, statement, explanation, the smallest program with the fault and its correction, references."""
    words = phrases("report", lang)
    return Group(
        _title(rule, lang, words),
        indented(Prose(rule.statement.of(lang))),
        Text(),
        indented(Prose(rule.explain(lang))),
        *_example(rule, words),
        Text(),
        heading(words.say("references")),
        *(indented(Text(one_line(each), style="dim", overflow="fold")) for each in rule.references),
    )


def family_page(family: Family, rules: Mapping[str, Rule], lang: Lang) -> RenderableType:
    """What the error means; the faults that lead to it, or, where it is no question of gradients, that it is not."""
    words = phrases("report", lang)
    parts: list[RenderableType] = [Text(family.id, style="bold"), indented(Prose(family.sentence.of(lang)))]
    listed = [rules[each] for each in causes(family.id, rules)]
    if listed:
        parts += [Text(), heading(words.say("causes"))]
        parts.append(indented(_list(listed, lang)))
        parts += [Text(), Text(words.say("causes_more"), style="dim")]
    elif not family.gradient:
        parts += [Text(), Text(words.say("status_not_a_gradient_problem"), style="dim")]
    return Group(*parts)


def causes(family_id: str, rules: Mapping[str, Rule]) -> list[str]:
    """The ids of the rules that can lead to an error of that family, those nearest to the root first."""
    named = _table().get(family_id, [])
    found = [rule for rule in rules.values() if rule.id in named or f"{rule.family}/*" in named]
    return [rule.id for rule in sorted(found, key=lambda rule: (rule.order, rule.id))]


@cache
def _table() -> dict[str, list[str]]:
    text = (knowledge() / "templates" / "causes.toml").read_text(encoding="utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)["causes"]
    return table


def _list(rules: list[Rule], lang: Lang) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for rule in rules:
        table.add_row(Text(rule.id), inline(rule.title.of(lang)))
    return table


def _title(rule: Rule, lang: Lang, words: Phrases) -> Text:
    label = f"{words.say(f'severity_{rule.severity}')}[{rule.id}]"
    return Text.assemble((label, SEVERITY[rule.severity]), ": ", inline(rule.title.of(lang), "bold"))


def _example(rule: Rule, words: Phrases) -> Iterator[RenderableType]:
    """How the fault and its repair look."""
    yield Text()
    yield heading(words.say("example"))
    yield indented(diff(rule.example_change()))
