"""Templates speak of the evidence and of nothing else, and no text of the user's can escape from them."""

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gradhelp.catalog import InvalidRule, Rule, render_explanation, render_fix, render_headline, render_seen, rule
from gradhelp.catalog.filters import WIDTH, at, code, identifier, names, place
from gradhelp.catalog.load import load_folder
from gradhelp.model.evidence import Detached, Sampled
from gradhelp.model.span import Span

HOSTILE = "`` ` ```\n# x\n<script>[a](b)\x1b[31m\u202e*x*\u2028|"
EVIDENCE = Detached(
    where=Span(file="train.py", line=12, code="policy(obs).detach()"),
    value="action",
    loss="loss",
    loss_line=20,
    backward_line=22,
    networks=["policy", "encoder"],
    producer="policy(obs)",
    producer_line=11,
    form="detach()",
)


def inline_tokens(markdown: str) -> list[tuple[str, str]]:
    tokens = MarkdownIt().parse(markdown)
    return [(child.type, child.content) for token in tokens for child in token.children or []]


@given(st.text())
def test_code_is_one_inline_code_span_whatever_the_text(text: str) -> None:
    assert [kind for kind, _ in inline_tokens(code(text))] == ["code_inline"]


@given(st.text(alphabet=st.sampled_from("`a \n\t\x00\x1b\u202e#")))
def test_code_survives_backticks_and_controls(text: str) -> None:
    (token,) = inline_tokens(code(text))
    assert token[0] == "code_inline"
    assert token[1].isprintable()
    assert token[1].count("`") == text.count("`") or len(text) > WIDTH


def test_code_keeps_ordinary_source_text() -> None:
    assert code("env.step(a)") == "`env.step(a)`"
    assert code("x = [\n    1,\n]") == "`x = [ 1, ]`"
    assert code("动作") == "`动作`"


def test_code_is_clipped_and_never_empty() -> None:
    assert len(code("x" * 500)) == WIDTH + 2
    assert code(" \n") == "`…`"


def test_names_are_joined_as_the_language_does() -> None:
    assert names(["a"], lang="en") == "`a`"
    assert names(["a", "b", "c"], lang="en") == "`a`, `b` and `c`"
    assert names(["a", "b", "c"], lang="zh") == "`a`、`b` 和 `c`"
    assert names(list("abcdef"), lang="en") == "`a`, `b`, `c`, `d` and 2 more"
    assert names(list("abcdef"), lang="zh") == "`a`、`b`、`c`、`d` 等共 6 个"
    assert names([], lang="en") == "the network"
    assert names([], lang="zh") == "网络"


def test_an_unknown_line_is_not_mentioned() -> None:
    assert at(0, lang="en") == at(0, lang="zh") == ""
    assert at(7, lang="en") == " (line 7)"
    assert at(7, lang="zh") == "（第 7 行）"


def test_place_quotes_the_file_name() -> None:
    assert place(Span(file="a`b.py", line=3), lang="en") == "line 3 of ``a`b.py``"


@pytest.mark.parametrize(
    "text", ["loss; import os", "lambda", "self.if", "__debug__", "x²", "a b", "", "1x", "a.", "x\n", "```", "x" * 200]
)
def test_identifier_refuses_what_is_no_dotted_name(text: str) -> None:
    assert identifier(text, "loss") == "loss"


@pytest.mark.parametrize("text", ["loss", "self.actor_loss", "损失"])
def test_identifier_keeps_dotted_names(text: str) -> None:
    assert identifier(text, "x") == text


def test_the_users_names_and_lines_are_in_the_texts() -> None:
    found = rule("detach-call")
    assert render_headline(found, EVIDENCE, "en") == (
        "`action` was taken out of the graph at line 12, so `loss` has no path back to `policy` and `encoder`"
    )
    seen = render_seen(found, EVIDENCE, "zh")
    assert "`train.py` 第 12 行" in seen
    assert "`policy(obs)`（第 11 行）" in seen


def test_the_explanation_begins_with_what_was_seen() -> None:
    text = render_explanation(rule("detach-call"), EVIDENCE, "en")
    assert text.startswith(render_seen(rule("detach-call"), EVIDENCE, "en"))
    assert "## How to confirm" in text


@pytest.mark.parametrize(("kind", "words"), [("static", "read from the source"), ("traceback", "traceback")])
def test_what_was_not_run_is_said_to_be_so(kind: str, words: str) -> None:
    evidence = EVIDENCE.model_copy(update={"kind": kind})
    assert words in render_seen(rule("detach-call"), evidence, "en")
    assert words not in render_seen(rule("detach-call"), EVIDENCE, "en")


def test_steps_are_separate_and_code_blocks_stay_whole() -> None:
    title, steps = render_fix(rule("sample-not-rsample"), sampled(), "en")
    assert title == "Give the sample a gradient, or the loss its log-probability"
    assert len(steps) >= 3
    assert not any(re.match(r"\d+\. ", step) for step in steps)
    blocks = [step for step in steps if "```" in step]
    assert blocks
    assert all(step.count("\n```") == 2 for step in blocks)


def sampled() -> Sampled:
    shared = {key: value for key, value in dict(EVIDENCE).items() if key != "form"}
    return Sampled(**shared, distribution="Normal", has_rsample=True)


def test_hostile_names_stay_inside_code_spans() -> None:
    evidence = EVIDENCE.model_copy(
        update={"value": HOSTILE, "loss": HOSTILE, "networks": [HOSTILE], "producer": HOSTILE}
    )
    headline = render_headline(rule("detach-call"), evidence, "en")
    assert "\n" not in headline
    assert {kind for kind, _ in inline_tokens(headline)} == {"text", "code_inline"}
    for step in render_fix(rule("detach-call"), evidence, "en")[1]:
        assert {kind for kind, _ in inline_tokens(step)} <= {"text", "code_inline", "softbreak"}
        assert "\x1b" not in step
        assert "\u202e" not in step


@pytest.fixture
def editable(tmp_path: Path) -> Path:
    copy = tmp_path / "cut" / "detach-call"
    shutil.copytree(rule("detach-call").folder, copy)
    return copy


def with_template(folder: Path, name: str, text: str) -> Rule:
    (folder / name).write_text(text, encoding="utf-8")
    return load_folder(folder)


def test_a_field_that_does_not_exist_is_an_error_not_a_blank(editable: Path) -> None:
    broken = with_template(editable, "seen.en.md.j2", "{{ valeu | code }}")
    with pytest.raises(InvalidRule, match=r"seen\.en\.md\.j2: 'valeu' is undefined"):
        render_seen(broken, EVIDENCE, "en")


def test_a_template_cannot_reach_python(editable: Path) -> None:
    broken = with_template(editable, "seen.en.md.j2", "{{ where.__class__.__mro__ }}")
    with pytest.raises(InvalidRule, match="unsafe"):
        render_seen(broken, EVIDENCE, "en")


@pytest.mark.parametrize("text", ["1. no title", "# title only", "# title\nprose\n1. step"])
def test_a_fix_is_a_title_and_steps(editable: Path, text: str) -> None:
    broken = with_template(editable, "fix.en.md.j2", text)
    with pytest.raises(InvalidRule, match="ordered list"):
        render_fix(broken, EVIDENCE, "en")
