"""Hostile text stays text: on every block, in the clipboard, in exports, in the titles of sessions and in the plain chat."""

import re

import pytest
from textual.widgets import Button
from tui_samples import DIAGNOSIS, SCRIPT, HeldRunner, make_app, screen_text, send, settled, until

from gradhelp import report
from gradhelp.chat.turns import (
    AnswerTurn,
    DiagnosisTurn,
    ErrorTurn,
    FixesTurn,
    NoteTurn,
    Option,
    QuestionTurn,
    UserTurn,
)
from gradhelp.diagnose import Result
from gradhelp.model.diagnosis import ChainLink, ErrorInfo, Finding, Fix, RunInfo
from gradhelp.plain.chat import PlainChat, Screen
from gradhelp.report.disarm import harmful
from gradhelp.report.tame import code, fenced
from gradhelp.transcripts import document
from gradhelp.transcripts.text import turn_text
from gradhelp.tui import blocks
from gradhelp.tui.transcript import Painter

EVIL = {
    "escapes": "a\x1b[31mb\x1b]52;c;ZXZpbA==\x07c\x1b]8;;http://evil\x1b\\d\x9b2Je",
    "rich": "[red]x[/] [bold]y[/bold] [/] [link=http://evil]z[/link]",
    "textual": "[@click=app.quit]x[/] $error [on red]",
    "bidi": "a\u202egnp.exe\u2066b\u2069",
    "invisible": "a\u200bb\ufeffc\u00add",
    "nul": "a\x00b\x08c\x7fd",
    "html": "<img src=x onerror=y> <!-- ![i](http://evil) -->",
    "fences": "``` ~~~\n```\n# heading",
    "long": "é" * 6000,
    "identifier": "ℌ梯度_loss",
    "lone": "a\ud800b",
}


@pytest.fixture(params=sorted(EVIL))
def evil(request):
    return EVIL[request.param]


def hostile(evil):
    """A result with the text in every place that comes from the user's program."""
    line = evil.replace("\n", " ")
    file = f"{line[:80]}.py"
    link = ChainLink(file=file, line=1, code=line, requires_grad=True, grad_fn=line, role="source")
    diff = f"--- a/{file}\n+++ b/{file}\n@@ -1 +1 @@\n-{line}\n+{line} # new\n"
    fix = Fix(title=line, steps=[evil, line], diff=diff, verified=True, verification=evil)
    finding = Finding(
        rule="detach-call", severity="error", evidence="live", file=file, line=1, end_line=1, end_column=3, code=line,
        title=evil, explanation=f"{evil}\n\n{evil}", chain=[link, link.model_copy(update={"role": "cut"})],
        fixes=[fix, fix.model_copy(update={"verified": False})], references=[line, f"https://example.org/{line[:40]}"],
    )  # fmt: skip
    error = ErrorInfo(family="no-grad-fn", type=line[:60], message=evil, file=file, line=1, frames=1)
    run = RunInfo(executed=True, outcome="raised", reason=evil, python=line[:20], torch=line[:20])
    diagnosis = DIAGNOSIS.model_copy(
        update={"findings": [finding, finding], "error": error, "summary": evil, "run": run}
    )
    return Result(diagnosis=diagnosis, sources={file: f"{line}\n{line}\n"})


def everything(evil):
    result = hostile(evil)
    return [
        UserTurn(text=evil),
        NoteTurn(text=evil),
        ErrorTurn(text=evil),
        AnswerTurn(markdown=f"{code(evil)}\n\n{fenced(evil)}"),
        QuestionTurn(text=evil, options=(Option(label=evil, reply="/quit"), Option(label="b", reply=evil))),
        DiagnosisTurn(result=result, lang="en", trying=True),
        FixesTurn(result=result, lang="zh"),
        DiagnosisTurn(result=result, lang="zh", focus=1),
    ]


def inert(text):
    """Nothing in it that a terminal, or a reader, could be deceived by."""
    return not [character for character in text if harmful(character)]


@pytest.mark.parametrize("size", [(60, 20), (100, 300)])
async def test_every_block_shows_it_as_text(folder, evil, size):
    app = make_app(folder)
    app.transcript._painter = Painter(report.parts, report.to_markdown)
    copied = []
    app.copy_to_clipboard = copied.append
    async with app.run_test(size=size, notifications=True) as pilot:
        for turn in everything(evil):
            await app.transcript.show(turn)
        await pilot.pause(0.1)
        assert inert(screen_text(app))
        assert len(app.query(blocks.DiagnosisBlock)) == 2
        await pilot.press("ctrl+y")
        await until(pilot, lambda: copied)
        next(each for each in app.query(Button) if (each.name or "").startswith("copy-")).press()
        await until(pilot, lambda: len(copied) == 2)
        assert all(map(inert, copied))
        app.screen.text_select_all()
        assert inert(app.screen.get_selected_text() or "")
        assert app.is_running


def test_exports_and_the_plain_chat_show_it_as_text(evil):
    turns = everything(evil)
    assert inert(document(turns))
    for colour in (False, True):
        for turn in turns:
            plain = re.sub(r"\x1b\[[0-9;]*m", "", turn_text(turn, 80, colour)) if colour else turn_text(turn, 80, False)
            assert inert(plain), turn


@pytest.mark.parametrize("kept", ["[red]x[/]", "[@click=app.quit]x[/]", "<img src=x>"])
async def test_markup_is_shown_letter_by_letter(folder, kept):
    app = make_app(folder)
    async with app.run_test(size=(100, 60)) as pilot:
        for turn in everything(kept)[:5]:
            await app.transcript.show(turn)
        await pilot.pause(0.1)
        assert screen_text(app).count(kept) >= 5
    for turn in everything(kept)[:6]:
        assert kept in turn_text(turn, 400, False) or isinstance(turn, UserTurn)


async def test_titles_of_sessions(folder, evil):
    runner = HeldRunner()
    runner.let_go.set()
    app = make_app(folder, runner)
    async with app.run_test(size=(80, 24)) as pilot:
        app.talk.ask(lambda: app._conversation.submit(evil))
        await until(pilot, lambda: app.talk.idle)
        await send(pilot, "/new")
        await pilot.press("f3")
        await settled(pilot)
        assert inert(screen_text(app))
        await pilot.press("escape")
        await send(pilot, "/history")
        assert inert(screen_text(app))


def test_the_plain_chat_says_it_as_text(folder, evil):
    app = make_app(folder)
    written = []
    chat = PlainChat(app._conversation, Screen(written.append, written.append))
    chat.take(evil)
    for turn in everything(evil):
        chat._show(turn)
    assert inert("".join(written))


def test_a_hostile_name_of_a_file_is_not_written_through(folder, evil):
    conversation = make_app(folder)._conversation
    conversation._read(hostile(evil))
    for command in ("/apply", "/apply 2", "/fix 1", "/why", "/chain"):
        steps = conversation.submit(command)
        assert inert("".join(turn_text(step, 80, False) for step in steps))
    assert (folder / "train.py").read_text() == SCRIPT
