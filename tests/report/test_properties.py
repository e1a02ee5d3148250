"""No diagnosis whatever makes a renderer raise, or lets anything through that a terminal or a reader must not get."""

import json
import re
import unicodedata

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report import to_json, to_markdown, to_text

HOSTILE = (
    "\x1b[31mred\x1b[0m",
    "\x1b]8;;http://evil\x07click\x1b]8;;\x07",
    "\x9b2J",
    "\x1bc",
    "\u202egnp.exe",
    "\u2066x\u2069",
    "\u2028",
    "\r\x08\x07\x0b\x0c\x00\x7f",
    "<script>alert(1)</script>",
    "<!--",
    "<img src=x onerror=y>",
    "![p](http://evil/p.png)",
    "[x](javascript:y)",
    "```\n",
    "~~~\n",
    "`",
    "``",
    "[bold red]markup[/]",
    ":smile:",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "# h\n",
    "\n---\n",
    "\n=\n",
    "> ",
    "1. ",
    "    indented\n",
    "损失函数",
    "👩\u200d👩\u200d👧",
    "\t",
    "e\u0301",
    "\\",
    "| a | b |\n|---|---|\n",
    "<div>\n",
    "&lt;b&gt;",
    "x" * 300,
    "",
)
text = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12)), max_size=5).map("".join)
number = st.integers(-3, 60)
name = st.sampled_from(["a.py", "b.py", "n.ipynb#cell-3"]) | text
chain_link = st.fixed_dictionaries(
    {
        "file": name,
        "line": number,
        "code": text,
        "requires_grad": st.booleans(),
        "grad_fn": st.none() | text,
        "role": st.sampled_from(["source", "carries", "cut", "lost", "loss"]),
    }
)
fix = st.fixed_dictionaries(
    {
        "title": text,
        "steps": st.lists(text, max_size=3),
        "diff": st.none() | text,
        "verified": st.booleans(),
        "verification": text,
    }
)
finding = st.fixed_dictionaries(
    {
        "rule": text,
        "severity": st.sampled_from(["error", "warning", "note"]),
        "evidence": st.sampled_from(["live", "static", "traceback"]),
        "file": name,
        "line": number,
        "column": number,
        "end_line": number,
        "end_column": number,
        "code": text,
        "title": text,
        "explanation": text,
        "chain": st.lists(chain_link, max_size=6),
        "fixes": st.lists(fix, max_size=2),
        "references": st.lists(text, max_size=2),
    }
)
error = st.fixed_dictionaries(
    {"family": text, "type": text, "message": text, "file": st.none() | name, "line": st.none() | number}
)
run = st.fixed_dictionaries(
    {
        "executed": st.booleans(),
        "outcome": st.sampled_from(["raised", "finished", "stopped", "timed-out", "not-run"]),
        "reason": st.none() | text,
        "seconds": st.floats(),
        "optimizer_steps": st.integers(0, 10**9),
        "python": st.none() | text,
        "torch": st.none() | text,
        "isolation": st.sampled_from(["landlock", "copy", "none"]),
    }
)
choice = st.fixed_dictionaries(
    {"name": text, "score": st.floats(), "why": st.lists(text, max_size=2), "caveats": st.lists(text, max_size=2)}
)
recommendation = st.fixed_dictionaries(
    {"needs": st.dictionaries(text, text, max_size=2), "choices": st.lists(choice, max_size=2)}
)
diagnoses = st.fixed_dictionaries(
    {
        "status": st.sampled_from(["diagnosed", "healthy", "inconclusive", "not-a-gradient-problem"]),
        "summary": text,
        "error": st.none() | error,
        "findings": st.lists(finding, max_size=3),
        "run": run,
        "recommendation": st.none() | recommendation,
    }
).map(Diagnosis.model_validate)
sources = st.dictionaries(name, st.lists(text, max_size=30).map("\n".join), max_size=2)
languages = st.sampled_from(["en", "zh"])
widths = st.sampled_from([40, 41, 57, 80, 120, 200])

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
thorough = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def unwanted(shown: str) -> set[str]:
    """Characters that a terminal acts upon or a reader cannot see."""
    bad = {each for each in shown if unicodedata.category(each) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    return bad - set("\n\u200c\u200d")


@thorough
@given(diagnoses, sources, languages, widths)
def test_text_holds_only_what_can_be_seen(diagnosis, sources, lang, width):
    shown = to_text(diagnosis, sources, lang, width, colour=False)
    assert not unwanted(shown)
    assert shown.endswith("\n")


@thorough
@given(diagnoses, sources, languages, widths)
def test_colour_adds_nothing_but_colour(diagnosis, sources, lang, width):
    coloured = to_text(diagnosis, sources, lang, width, colour=True)
    plain = to_text(diagnosis, sources, lang, width, colour=False)
    assert COLOUR.sub("", coloured) == plain


@thorough
@given(diagnoses, sources, languages, widths)
def test_no_line_is_wider_than_asked(diagnosis, sources, lang, width):
    shown = to_text(diagnosis, sources, lang, width, colour=False)
    assert max(map(cell_len, shown.split("\n"))) <= width


def _types(tokens: list[Token]) -> set[str]:
    return {token.type for token in tokens} | {each for token in tokens for each in _types(token.children or [])}


@thorough
@given(diagnoses, sources, languages)
def test_markdown_holds_no_html_and_no_image(diagnosis, sources, lang):
    shown = to_markdown(diagnosis, sources, lang)
    tokens = MarkdownIt("commonmark").parse(shown)
    assert not _types(tokens) & {"html_inline", "html_block", "image"}
    assert not unwanted(shown) - {"\t"}


@thorough
@given(diagnoses, sources, languages)
@example(Diagnosis(status="diagnosed", summary="```"), {}, "en")
@example(Diagnosis(status="diagnosed", summary="- a"), {}, "en")
@example(Diagnosis(status="diagnosed", summary="---"), {}, "en")
def test_nothing_reaches_beyond_its_own_end(diagnosis, sources, lang):
    """The last block of a report is the sentence on the run, below a rule: no fence or list has swallowed it."""
    tokens = MarkdownIt("commonmark").parse(to_markdown(diagnosis, sources, lang))
    assert [token.type for token in tokens[-4:]] == ["hr", "paragraph_open", "inline", "paragraph_close"]
    assert tokens[-4].level == 0


@thorough
@given(diagnoses)
def test_json_is_lossless_and_harmless(diagnosis):
    shown = to_json(diagnosis)
    assert not unwanted(shown)
    assert json.loads(shown) == json.loads(diagnosis.model_dump_json())


@pytest.mark.parametrize("width", range(40, 201, 7))
def test_every_width_works(width):
    link = {"file": "a.py", "line": 2, "code": "x", "requires_grad": True, "role": "source"}
    cut = {**link, "line": 3, "code": "损失 = net(x).detach()", "requires_grad": False, "role": "cut"}
    told = {"rule": "detach-call", "severity": "error", "evidence": "live", "title": "t", "explanation": "e"}
    found = {**told, "file": "a.py", "line": 3, "column": 100, "end_line": 3, "end_column": 130, "chain": [link, cut]}
    diagnosis = Diagnosis.model_validate({"status": "diagnosed", "summary": "s", "findings": [found]})
    shown = to_text(diagnosis, {"a.py": "\n\n" + "损失" * 40 + "y" * 200}, "zh", width, colour=False)
    assert max(map(cell_len, shown.split("\n"))) <= width
    assert "^" * 30 in shown or width < 70
