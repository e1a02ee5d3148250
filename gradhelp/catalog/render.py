"""The texts of a rule with the user's own names and lines in them: Markdown, whatever the user's names hold.

A template sees the fields of its check's evidence, nothing else; a field that does not exist is an error, not a blank.
"""

import re
from functools import cache

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from gradhelp.catalog.filters import environment_filters
from gradhelp.catalog.rule import Alternative, InvalidRule, Lang, Rule
from gradhelp.catalog.words import WORDS
from gradhelp.model.evidence import CutEvidence
from gradhelp.model.span import Frozen

_STEP = re.compile(r"^\d+\. +", re.MULTILINE)


@cache
def environment(lang: Lang) -> SandboxedEnvironment:
    """The template environment of one language."""
    made = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    environment_filters(made, lang)
    return made


def render_headline(rule: Rule, evidence: Frozen, lang: Lang) -> str:
    """One line that says what happened."""
    return _render(rule, "headline", rule.headline.of(lang), evidence, lang)


def render_seen(rule: Rule, evidence: Frozen, lang: Lang) -> str:
    """One or two sentences on this very run; says so where nothing was run."""
    seen = _render(rule, f"seen.{lang}.md.j2", rule.text("seen.{lang}.md.j2", lang), evidence, lang)
    origin = WORDS[lang].kind[evidence.kind] if isinstance(evidence, CutEvidence) else ""
    return "\n\n".join(filter(None, [seen, origin]))


def render_explanation(rule: Rule, evidence: Frozen, lang: Lang) -> str:
    """What was seen, then the rule's explanation."""
    return f"{render_seen(rule, evidence, lang)}\n\n{rule.explain(lang)}"


def render_fix(rule: Rule, evidence: Frozen, lang: Lang) -> tuple[str, list[str]]:
    """The title of the fix, and its steps in order; each step is Markdown and may hold a code block."""
    return _steps(rule, "fix.{lang}.md.j2", evidence, lang)


def render_alternative(rule: Rule, way: Alternative, evidence: Frozen, lang: Lang) -> tuple[str, list[str]]:
    """Likewise, of one of the rule's alternatives."""
    return _steps(rule, way.template, evidence, lang)


def _steps(rule: Rule, template: str, evidence: Frozen, lang: Lang) -> tuple[str, list[str]]:
    name = template.format(lang=lang)
    title, _, body = _render(rule, name, rule.text(template, lang), evidence, lang).partition("\n")
    preamble, *steps = _STEP.split(body)
    if not title.startswith("# ") or preamble.strip() or not steps:
        raise InvalidRule(f"{rule.folder / name}: must be `# title` followed by an ordered list and nothing else")
    return title.removeprefix("# ").strip(), [_outdent(step) for step in steps]


def _render(rule: Rule, name: str, source: str, evidence: Frozen, lang: Lang) -> str:
    try:
        return _compiled(source, lang).render(dict(evidence)).strip()
    except TemplateError as error:
        raise InvalidRule(f"{rule.folder / name}: {error}") from error


@cache
def _compiled(source: str, lang: Lang) -> Template:
    return environment(lang).from_string(source)


def _outdent(step: str) -> str:
    """Continuation lines of a list item stand three columns in."""
    return re.sub(r"^ {1,3}", "", step.strip(), flags=re.MULTILINE)
