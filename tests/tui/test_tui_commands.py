"""Commands, palette, pickers, help: by keyboard and by mouse."""

import threading

import pytest
from textual.command import CommandPalette
from textual.events import MouseDown
from textual.screen import ModalScreen
from textual.widgets import Button, DirectoryTree
from tui_samples import SCRIPT, TRACEBACK, HeldRunner, make_app, screen_text, send, settled, until

from gradhelp.chat.turns import NoteTurn
from gradhelp.tui import blocks
from gradhelp.tui.pickers import FilePicker, Picker, SessionPicker


async def test_typing_a_slash_shows_commands_and_tab_completes(folder):
    app = make_app(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", "s")
        await until(pilot, lambda: "/simulators" in screen_text(app))
        assert "/why" not in screen_text(app)
        await pilot.press("c", "tab")
        assert app.composer.text == "/script "
        await until(pilot, lambda: not app.suggestions.display)


async def test_the_palette_holds_every_command(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"light or")
        await until(pilot, lambda: "/theme" in screen_text(app))
        await pilot.pause(0.3)
        theme = app.theme
        await pilot.press("enter")
        await until(pilot, lambda: app.theme != theme)


async def test_a_file_is_picked_by_keys(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, FilePicker) and "train.py" in screen_text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: runner.requests)
        assert runner.requests[0].script == folder / "train.py"


async def test_escape_leaves_a_window_and_not_the_run(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "/script")
        await until(pilot, lambda: isinstance(app.screen, FilePicker))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, FilePicker))
        assert not app._cancel.is_set()


async def test_hostile_names_are_shown_inert(folder):
    (folder / "a\x1b[31m[bold]\u202ebad.py").write_text("")
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: app.screen.query(DirectoryTree) and "[bold]" in screen_text(app))
        assert "\x1b" not in screen_text(app)
        assert "\u202e" not in screen_text(app)


async def test_a_question_mark_alone_is_for_help(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: app.query(blocks.AnswerBlock))
        await pilot.press("a", "question_mark")
        assert app.composer.text == "a?"


async def test_sessions_are_picked_and_resumed(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, TRACEBACK)
        await send(pilot, "/new")
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SessionPicker))
        await pilot.press("enter")
        await until(pilot, lambda: "Going on with" in screen_text(app))
        assert app.query(blocks.UserBlock)


@pytest.mark.parametrize("finds", [True, False])
async def test_a_fix_is_written_and_taken_back_by_mouse_and_keys(folder, finds):
    runner = HeldRunner(finds=finds)
    runner.let_go.set()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 50)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock) and not app.query(blocks.ProgressBlock))
        await until(pilot, lambda: "Verified" in screen_text(app))
        writes = next(each for each in app.query(Button) if each.name == "/apply 1")
        await pilot.click(writes)
        await settled(pilot)
        await until(pilot, lambda: ".detach()" not in (folder / "train.py").read_text())
        await send(pilot, "/undo")
        assert (folder / "train.py").read_text() == SCRIPT


async def test_tabs_folds_and_copying(folder, monkeypatch):
    runner = HeldRunner()
    runner.let_go.set()
    app = make_app(folder, runner)
    copied = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(100, 60)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: "Drop the detach" in screen_text(app))
        await pilot.click(app.query("Tab").last())
        await until(pilot, lambda: "Do not silence it" in screen_text(app))
        fold = next(each for each in app.query(blocks.Fold) if each.folded)
        await pilot.click(fold.query_one(blocks.FoldHeading))
        await until(pilot, lambda: "docs.pytorch.org" in screen_text(app))
        await pilot.press("ctrl+y")
        await send(pilot, "/copy")
        assert len(copied) == 2
        assert copied[0].startswith("#")


@pytest.mark.parametrize("window", ["f2", "f3", "ctrl+p"])
async def test_two_quick_keys_close_one_window(folder, window):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, TRACEBACK)
        await send(pilot, "/new")
        await pilot.press(window)
        await until(pilot, lambda: isinstance(app.screen, ModalScreen))
        opened = app.screen
        app.pop_screen()
        opened.dismiss(None)
        if isinstance(opened, Picker):
            opened.leave(None)
        await app.pop_screen()
        await send(pilot, "hello")
        assert app.is_running


async def test_what_is_answered_while_the_chat_is_left_is_dropped(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        let_go = threading.Event()
        app.talk.ask(lambda: let_go.wait(10) and [NoteTurn(text="late")])
        await pilot.pause()
        app.leave(3)
        let_go.set()
        await pilot.pause(0.1)
    assert app.return_value == 3


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_no_terminal_is_too_small(folder, lang):
    runner = HeldRunner()
    runner.let_go.set()
    app = make_app(folder, runner, lang)
    async with app.run_test(size=(60, 20)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock))
        for size in [(1, 1), (2, 9), (6, 6), (80, 2)]:
            await pilot.resize_terminal(*size)
        await pilot.press("a", "ctrl+u")
        assert app.is_running


async def test_a_click_on_what_has_just_been_removed(folder):
    app = make_app(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await send(pilot, "hello")
        block = app.query_one(blocks.UserBlock)
        x, y = block.region.offset
        await block.remove()
        await app.on_event(MouseDown(None, x + 1, y, 0, 0, 1, False, False, False, x + 1, y))
        assert app.is_running
