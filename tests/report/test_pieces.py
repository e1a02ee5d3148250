"""The parts that the golden reports do not show one by one."""

import json

import pytest
from markdown_it import MarkdownIt
from rich.cells import cell_len

from gradhelp.model.diagnosis import ChainLink, Diagnosis, ErrorInfo, Finding
from gradhelp.report import renderable, to_json, to_text
from gradhelp.report.disarm import disarm, disarm_line
from gradhelp.report.excerpt import excerpts
from gradhelp.report.glyphs import STAND_INS, carried, carried_json
from gradhelp.report.phrases import phrases
from gradhelp.report.tame import code, fenced, tamed
from gradhelp.report.trail import trail
from gradhelp.report.window import View

CONTRACT = {
    "": ["schema_version", "status", "summary", "error", "findings", "run", "recommendation"],
    "finding": [
        *("rule", "severity", "evidence", "file", "line", "column", "end_line", "end_column", "code", "title"),
        *("explanation", "chain", "fixes", "references"),
    ],
    "chain": ["file", "line", "code", "requires_grad", "grad_fn", "role"],
    "run": ["executed", "outcome", "reason", "seconds", "optimizer_steps", "python", "torch", "isolation"],
    "error": ["family", "type", "message", "file", "line", "frames"],
}


def finding(**changes) -> Finding:
    given = {"rule": "detach-call", "severity": "error", "evidence": "live", "file": "a.py", "line": 2, "title": "t"}
    return Finding.model_validate({**given, "explanation": "e", **changes})


def link(line: int, role: str, **changes) -> ChainLink:
    given = {"file": "a.py", "line": line, "code": "", "requires_grad": role in ("source", "carries"), "role": role}
    return ChainLink.model_validate({**given, **changes})


def rows(found: Finding, source: str, error: ErrorInfo | None = None, context=(0, 0)):
    words = phrases("report", "en")
    return excerpts(trail(found, error, words), {"a.py": source}, context)[0].rows


def test_json_has_the_fields_of_the_contract():
    told = Diagnosis(
        status="diagnosed",
        summary="s",
        error=ErrorInfo(family="f", type="t", message="m"),
        findings=[finding(chain=[link(1, "cut")])],
    )
    shape = json.loads(to_json(told))
    assert list(shape) == CONTRACT[""]
    assert list(shape["findings"][0]) == CONTRACT["finding"]
    assert list(shape["findings"][0]["chain"][0]) == CONTRACT["chain"]
    assert list(shape["run"]) == CONTRACT["run"]
    assert list(shape["error"]) == CONTRACT["error"]


def test_json_keeps_chinese_and_escapes_what_deceives():
    shown = to_json(Diagnosis(status="healthy", summary="损失\u202e\x9b\U000e0041"))
    assert "损失\\u202e\\u009b\\udb40\\udc41" in shown
    assert json.loads(shown)["summary"] == "损失\u202e\x9b\U000e0041"


@pytest.mark.parametrize(
    ("armed", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07x", "x"),
        ("\x9b2Jx", "x"),
        ("a\u202eb\u200bc\ufeff", "abc"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("tab\there\n", "tab\there\n"),
        ("损失 é 👩\u200d👧", "损失 é 👩\u200d👧"),
        ("", ""),
    ],
)
def test_disarm(armed, harmless):
    assert disarm(armed) == harmless


def test_a_disarmed_line_keeps_its_columns():
    armed = 'if x:\u202e # \x1b[0m"\x0c"'
    assert len(disarm_line(armed)) == len(armed)
    assert "\ufffd" in disarm_line(armed)


def test_the_gutter_follows_the_gradient():
    chain = [link(1, "source"), link(2, "cut"), link(4, "lost"), link(6, "loss")]
    found = rows(finding(chain=chain), "a\nb.detach()\nc\nd\ne\nf\n")
    assert [(row.number, row.mark) for row in found] == [
        (1, "alive"),
        (2, "cut"),
        (3, "plain"),
        (4, "gone"),
        (5, "plain"),
        (6, "gone"),
    ]


def test_a_silent_loss_is_pointed_at():
    found = rows(finding(chain=[link(2, "cut"), link(3, "loss")]), "a\nb\nloss = c\n")
    assert found[-1].strokes[0].label == phrases("report", "en").say("loss_without")


def test_columns_hold_after_tabs():
    found = rows(finding(column=6, end_line=2, end_column=16), "\n\tx = y.detach()\n")
    (stroke,) = found[0].strokes
    assert found[0].text[stroke.start : stroke.end] == "y.detach()"


def test_a_span_without_an_end_takes_its_code():
    found = rows(finding(column=5, code="y.detach()"), "\nx = y.detach() + 1\n")
    (stroke,) = found[0].strokes
    assert found[0].text[stroke.start : stroke.end] == "y.detach()"


def test_a_chain_of_a_hundred_links_stays_readable():
    chain = [link(number, "carries") for number in range(1, 200)]
    found = rows(finding(line=100, chain=[*chain, link(100, "cut")]), "x\n" * 300)
    assert len(found) < 20
    assert any(row.mark == "cut" for row in found)


@pytest.mark.parametrize("width", range(10, 90, 9))
@pytest.mark.parametrize("text", ["x = " + "abcdefghij" * 20, "x = " + "损失函数" * 30, "short", "é" * 300])
@pytest.mark.parametrize("focus", [(0, 3), (4, 8), (60, 70), (4, 100), (110, 118)])
def test_a_view_fits_and_holds_the_focus(width, text, focus):
    start, end = min(focus[0], len(text)), min(focus[1], len(text))
    view = View(text, (start, end), width)
    parts = list(view.parts())
    shown = "".join("…" if part is None else text[slice(*part)] for part in parts)
    assert cell_len(shown) <= width
    if cell_len(text[start:end]) <= width - 2:
        assert text[start:end] in shown
    assert view.cell(start) <= view.cell(end) <= width


def test_every_stand_in_is_as_wide():
    assert all(cell_len(glyph) == cell_len(stand_in) for glyph, stand_in in STAND_INS.items())


def test_text_for_a_poor_stream_keeps_its_columns():
    text = "┃ 损失 ╳ … é"
    assert carried(text, "ascii") == "| ???? X ~ ?"
    assert carried(text, "utf-8") == text
    assert carried("┃ 损失", "gbk") == "┃ 损失"
    assert json.loads(carried_json('"损 \U0001f600"', "ascii")) == "损 \U0001f600"


def test_an_open_fence_becomes_a_block_of_its_own():
    tokens = MarkdownIt().parse(tamed("```\nnever closed") + "\n\nafter")
    assert next(token.type for token in tokens if token.level == 0) == "fence"
    assert tokens[-2].content == "after"


@pytest.mark.parametrize("text", ["a `b` <i>", "`<i>` <i>", "\\`<i>`", "```\n<i>\n```", "x\n\n    <i>"])
def test_tamed_markdown_shows_every_tag(text):
    tokens = MarkdownIt().parse(tamed(text))
    kinds = {each.type for token in tokens for each in [token, *(token.children or [])]}
    assert not kinds & {"html_inline", "html_block"}
    assert "&lt;i&gt;" in MarkdownIt().render(tamed(text))


@pytest.mark.parametrize("text", ["a`b", "``", "`", "x ``` y"])
def test_code_keeps_backticks(text):
    (inline,) = (token for token in MarkdownIt().parse(code(text)) if token.type == "inline")
    assert [each.content for each in inline.children] == [text]
    assert MarkdownIt().parse(fenced(text))[0].content == text + "\n"


def test_the_renderable_is_what_the_text_draws():
    from gradhelp.report.text import drawn

    told = Diagnosis(status="diagnosed", summary="s", findings=[finding()])
    assert drawn(renderable(told, {}, "zh"), 80, colour=False) == to_text(told, {}, "zh", 80, colour=False)
