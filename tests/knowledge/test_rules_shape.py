"""What every rule folder gets for free: complete, the same in both languages, and speaking of its evidence only."""

import re
from itertools import product

import pytest
from evidence_strategies import evidence
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jinja2 import meta, nodes
from markdown_it import MarkdownIt
from rules_under_test import DRAFTS, RULES, evidence_of

from gradhelp.catalog import Lang, Rule, render_alternative, render_fix, render_headline, render_seen
from gradhelp.catalog.render import environment
from gradhelp.catalog.rule import LANGUAGES
from gradhelp.checks import all_checks
from gradhelp.model.span import Span

HEADINGS: dict[Lang, list[str]] = {
    "en": ["What happens", "Why", "When it is intended", "How to confirm"],
    "zh": ["发生了什么", "为什么", "什么时候是有意的", "如何确认"],
}
CUTS = {
    "env-step-boundary",
    "detach-call",
    "numpy-roundtrip",
    "no-grad-region",
    "buffer-data",
    "new-leaf-tensor",
    "sample-not-rsample",
    "non-differentiable-op",
    "frozen-parameters",
    "loss-without-network",
    "grad-bandaid",
    "custom-function-cut",
    "checkpoint-no-input-grad",
}
BACKWARDS = {
    "backward-twice",
    "inplace-modified",
    "leaf-inplace",
    "nonscalar-loss",
    "unused-in-graph",
    "numpy-on-grad-tensor",
    "inference-tensor",
    "integer-requires-grad",
    "invalid-gradient",
    "not-differentiable-derivative",
}
ENVIRONMENTS = {"gym-step-signature", "gym-reset-tuple", "action-type", "env-misuse"}
CONTRACT = [("cut", CUTS), ("backward", BACKWARDS), ("env-api", ENVIRONMENTS)]
DOCUMENTATION = ("https://docs.pytorch.org/", "https://gymnasium.farama.org/", "https://mujoco.readthedocs.io/")
CHINESE = re.compile(r"[\u4e00-\u9fff]")

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
each_text = pytest.mark.parametrize(
    ("rule", "lang"), list(product(RULES, LANGUAGES)), ids=lambda value: getattr(value, "id", value)
)


def templates(rule: Rule, lang: Lang) -> list[nodes.Template]:
    names = ["seen.{lang}.md.j2", "fix.{lang}.md.j2", *(way.template for way in rule.alternatives)]
    sources = [rule.headline.of(lang), *(rule.text(name, lang) for name in names)]
    return [environment(lang).parse(source) for source in sources]


@pytest.mark.parametrize(("family", "ids"), CONTRACT, ids=[family for family, _ in CONTRACT])
def test_every_fault_of_the_contract_has_a_rule(family: str, ids: set[str]) -> None:
    assert {rule.id for rule in RULES if rule.family == family} == ids


def test_ids_are_given_once() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)


def test_every_check_that_is_asked_for_exists() -> None:
    assert {rule.check for rule in RULES} <= set(all_checks())


@pytest.mark.skipif(DRAFTS.exists(), reason="rules of some checks are still being drafted")
def test_every_check_is_used() -> None:
    assert set(all_checks()) <= {rule.check for rule in RULES}


@each_rule
def test_the_check_accepts_the_parameters(rule: Rule) -> None:
    all_checks()[rule.check].params(**rule.params)


@each_rule
def test_parameters_are_listed_once(rule: Rule) -> None:
    for value in rule.params.values():
        if isinstance(value, list):
            assert len(set(value)) == len(value)


@each_rule
def test_titles_name_the_fault(rule: Rule) -> None:
    assert len(rule.title.en) <= 60
    assert not rule.title.en.endswith(".")
    assert rule.title.en.split()[0].lower() not in {"do", "don't", "avoid", "use", "disallow", "no"}
    assert CHINESE.search(rule.title.zh)
    assert rule.statement.en.startswith("Finds ")
    assert rule.statement.en.endswith(".")
    assert rule.statement.zh.endswith("。")


@each_rule
def test_references_are_documentation(rule: Rule) -> None:
    assert all(address.startswith(DOCUMENTATION) for address in rule.references)


@each_text
def test_explanations_have_their_headings_in_order(rule: Rule, lang: Lang) -> None:
    text = rule.explain(lang)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS[lang]
    assert text.startswith("## ")


@each_text
def test_explanations_end_with_a_snippet_that_confirms(rule: Rule, lang: Lang) -> None:
    confirm = rule.explain(lang).partition(f"## {HEADINGS[lang][-1]}")[2]
    blocks = [token for token in MarkdownIt().parse(confirm) if token.type == "fence" and token.info == "python"]
    assert blocks
    assert any("print(" in block.content for block in blocks)
    for block in blocks:
        compile(block.content, rule.id, "exec")


@each_rule
def test_snippets_are_the_same_program_in_both_languages(rule: Rule) -> None:
    def snippets(lang: Lang) -> list[str]:
        fences = [token.content for token in MarkdownIt().parse(rule.explain(lang)) if token.type == "fence"]
        return [re.sub(r" *#.*", "", content) for content in fences]

    assert snippets("en") == snippets("zh")


@each_text
def test_templates_use_fields_of_the_evidence_only(rule: Rule, lang: Lang) -> None:
    for template in templates(rule, lang):
        assert meta.find_undeclared_variables(template) <= set(evidence_of(rule).model_fields)
        for found in template.find_all(nodes.Getattr):
            assert isinstance(found.node, nodes.Name)
            assert found.node.name == "where"
            assert found.attr in Span.model_fields


@each_text
def test_templates_quote_every_text_of_the_user(rule: Rule, lang: Lang) -> None:
    for template in templates(rule, lang):
        for output in template.find_all(nodes.Output):
            for part in output.nodes:
                assert isinstance(part, nodes.TemplateData | nodes.Filter) or is_number(rule, part), part


def is_number(rule: Rule, part: nodes.Node) -> bool:
    if isinstance(part, nodes.Getattr):
        return Span.model_fields[part.attr].annotation is int
    return isinstance(part, nodes.Name) and evidence_of(rule).model_fields[part.name].annotation is int


@each_rule
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_texts_render_whatever_was_seen(rule: Rule, data: st.DataObject) -> None:
    seen = data.draw(evidence(evidence_of(rule)))
    steps = {}
    for lang in LANGUAGES:
        headline = render_headline(rule, seen, lang)
        assert headline
        assert "\n" not in headline
        assert inline_kinds(headline) <= {"text", "code_inline"}
        assert not {"html_inline", "link_open", "image"} & inline_kinds(render_seen(rule, seen, lang))
        assert all(all(render_alternative(rule, way, seen, lang)) for way in rule.alternatives)
        title, steps[lang] = render_fix(rule, seen, lang)
        assert title
        assert all(steps[lang])
        assert not {"html_inline", "html_block", "link_open"} & inline_kinds("\n\n".join(steps[lang]))
    assert len(steps["en"]) == len(steps["zh"]) >= 3


@each_rule
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_code_in_steps_is_valid_python(rule: Rule, data: st.DataObject) -> None:
    seen = data.draw(evidence(evidence_of(rule)))
    for lang in LANGUAGES:
        for step in render_fix(rule, seen, lang)[1]:
            for token in MarkdownIt().parse(step):
                if token.type == "fence":
                    compile(token.content, rule.id, "exec")


def inline_kinds(markdown: str) -> set[str]:
    """The kinds of inline content in a text, and `html_block` where it has one."""
    tokens = MarkdownIt().parse(markdown)
    blocks = {token.type for token in tokens if token.type == "html_block"}
    return blocks | {child.type for token in tokens for child in token.children or []}
