"""The story of the chat, told by keys and pastes."""

import pytest
from textual.widgets import Button, Static
from tui_samples import (
    DIAGNOSIS,
    ELSEWHERE,
    SCRIPT,
    TRACEBACK,
    HeldRunner,
    StandingClock,
    make_app,
    paste,
    screen_text,
    send,
    until,
)

from gradhelp.diagnose import Progress
from gradhelp.errors import AnalysisError
from gradhelp.facts.observed import Counts
from gradhelp.tui import blocks
from gradhelp.tui.messages import RunProgressed


async def test_from_traceback_to_the_next_question(folder):
    runner, clock = HeldRunner(), StandingClock()
    app = make_app(folder, runner, clock=clock)
    async with app.run_test(size=(100, 40)) as pilot:
        assert "Paste a PyTorch traceback" in screen_text(app)
        await send(pilot, ELSEWHERE)
        assert "Which script" in screen_text(app)
        assert not runner.requests
        await send(pilot, "train.py")
        await until(pilot, lambda: "12 optimizer steps" in screen_text(app))
        clock.now += 65
        app.query_one(blocks.ProgressBlock).redraw()
        await pilot.pause()
        assert "Running" in screen_text(app)
        assert "1:05" in screen_text(app)
        assert "Esc Stop" in screen_text(app)
        runner.let_go.set()
        await until(pilot, lambda: "error[detach-call]" in screen_text(app))
        assert not app.query(blocks.ProgressBlock)
        assert runner.requests[0].script == folder / "train.py"
        assert runner.requests[0].traceback == ELSEWHERE
        await pilot.press(*"fix", "enter")
        await until(pilot, lambda: "Drop the detach" in screen_text(app))
        await send(pilot, SCRIPT)
        await until(pilot, lambda: len(runner.requests) == 2)
        assert runner.requests[1].source == SCRIPT.rstrip("\n") or runner.requests[1].source == SCRIPT


async def test_choosing_an_option_is_answering(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, TRACEBACK)
        await pilot.click(next(iter(app.query_one(blocks.QuestionBlock).query(Button))))
        await until(pilot, lambda: runner.requests)
        assert runner.requests[0].script == folder / "train.py"
        assert app.query_one(blocks.QuestionBlock).has_class("-closed")
        assert app.focused is app.composer


@pytest.mark.parametrize(("keys", "chosen"), [
    (["1", "enter"], "yes"),
    (["tab", "enter"], "yes"),
    (["tab", "right", "right", "enter"], "Only the traceback"),
    (["tab", "left", "enter"], "Only the traceback"),
])  # fmt: skip
async def test_choosing_by_keys_alone(folder, keys, chosen):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, TRACEBACK)
        assert "Tab" in screen_text(app).splitlines()[-1]
        await pilot.press(*keys)
        await until(pilot, lambda: runner.requests)
        assert bool(runner.requests[0].script) == (chosen == "yes")
        await until(pilot, lambda: "Tab" not in screen_text(app).splitlines()[-1])


async def test_what_is_typed_on_an_option_goes_to_the_composer(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, TRACEBACK)
        await pilot.press("tab", "w", "h", "y")
        assert app.composer.text == "why"
        assert app.focused is app.composer


async def test_a_script_that_is_not_there(folder):
    (folder / "tools").mkdir()
    (folder / "evaluate.py").write_text("print(1)\n")
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "python trian.py")
        assert "1 train.py" in screen_text(app)
        assert "Choose a file" in screen_text(app)
        await send(pilot, "1")
        await until(pilot, lambda: runner.requests)
        assert runner.requests[0].script == folder / "train.py"


@pytest.mark.parametrize("way", ["escape", "command", "button", "ctrl+c"])
async def test_stopping_leaves_the_chat_responsive(folder, way):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: "12 optimizer steps" in screen_text(app))
        if way == "command":
            await send(pilot, "/stop")
        elif way == "button":
            await pilot.click(app.query_one(blocks.ProgressBlock).query_one(Button))
        else:
            await pilot.press(way)
        await until(pilot, lambda: "Stopped." in screen_text(app))
        assert runner.cancelled
        assert not app.query(blocks.ProgressBlock)
        await pilot.press(*"help", "enter")
        await until(pilot, lambda: "Give me a traceback" in screen_text(app))


async def test_leaving_during_a_run_cancels_it(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test() as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: runner.requests)
        await pilot.press("ctrl+q")
    assert runner.ended.wait(5)
    assert runner.cancelled
    assert app.return_value == 0


async def test_new_during_a_run_cancels_it_and_ignores_its_result(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: runner.requests)
        await send(pilot, "/new")
        await until(pilot, runner.ended.is_set)
        await pilot.pause(0.05)
        assert "Stopped" not in screen_text(app)
        assert "New conversation" in screen_text(app)
        assert "train.py" not in screen_text(app)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (AnalysisError("no interpreter here"), "no interpreter here"),
        (ValueError("[bold]x[/]"), "ValueError: [bold]x[/]"),
    ],
)
async def test_a_failure_is_a_turn_of_the_conversation(folder, error, told):
    runner = HeldRunner(error)
    runner.let_go.set()
    app = make_app(folder, runner)
    async with app.run_test(size=(180, 30)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: told in " ".join(screen_text(app).split()))
        assert app.query_one(blocks.ErrorBlock)


async def test_the_interface_answers_while_a_check_runs(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: runner.requests)
        await send(pilot, "help")
        assert "Give me a traceback" in screen_text(app)
        assert "Stop" in screen_text(app)
        runner.let_go.set()
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock))


async def test_the_language_changes_everywhere(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 30)) as pilot:
        await send(pilot, "/lang zh")
        assert "之后用中文回答" in screen_text(app)
        assert "退出" in screen_text(app)
        assert "报错、脚本" in screen_text(app)


async def test_copying_the_diagnosis_as_markdown(folder, monkeypatch):
    copied = []
    runner = HeldRunner()
    runner.let_go.set()
    app = make_app(folder, runner)
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+y")
        assert copied == []
        await send(pilot, "train.py")
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock))
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert copied == [f"# {DIAGNOSIS.summary}"]
        app.query_one(blocks.DiagnosisBlock).focus()
        await pilot.press("c")
        await pilot.pause()
        assert len(copied) == 2


async def test_ctrl_c_clears_then_asks_then_leaves(folder):
    app = make_app(folder)
    async with app.run_test() as pilot:
        await pilot.press(*"abc", "ctrl+c")
        assert app.composer.text == ""
        await pilot.press("ctrl+c")
        assert app.is_running
        await pilot.press("ctrl+c")
    assert app.return_value == 0


async def test_a_progress_report_of_an_old_run_changes_nothing(folder):
    app = make_app(folder)
    async with app.run_test() as pilot:
        app.post_message(RunProgressed(7, Progress(stage="running", counts=Counts(optimizer_steps=99))))
        await pilot.pause()
        assert "99" not in screen_text(app)


HOSTILE = "[bold red]x[/bold red] [link=file:///etc/passwd]y[/link] [@click=app.quit]z[/] \x1b[2J\x1b]0;t\x07\u202e"


async def test_markup_of_the_user_is_shown_and_not_obeyed(folder):
    app = make_app(folder)
    async with app.run_test(size=(120, 30)) as pilot:
        await send(pilot, HOSTILE)
        shown = screen_text(app)
        assert "[bold red]x[/bold red]" in shown
        assert "[@click=app.quit]z[/]" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        await send(pilot, "./[red]none[/red].py")
        assert "no file ./[red]none[/red].py" in screen_text(app)


@pytest.mark.parametrize(
    ("lang", "width", "told"),
    [
        ("en", 60, "0:00 · 2,400 env steps · 12 opt steps"),
        ("zh", 60, "0:00 · 环境 2,400 步 · 优化 12 步 · 6 轮"),
        ("zh", 40, "0:00 · 环境 2,400 步"),
        ("en", 24, "0:00"),
    ],
)
async def test_progress_is_one_line_and_drops_what_tells_least(folder, lang, width, told):
    app = make_app(folder, HeldRunner(), lang=lang, clock=StandingClock())
    async with app.run_test(size=(width, 24)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: app.query(blocks.ProgressBlock))
        block = app.query_one(blocks.ProgressBlock)
        await until(pilot, lambda: str(block.query_one(Static).render()).endswith(told))
        assert block.size.height == 1
        assert block.query_one(Button).region.right <= width


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_step_fits_every_terminal(folder, size, lang):
    runner = HeldRunner()
    app = make_app(folder, runner, lang=lang)
    async with app.run_test(size=size) as pilot:
        await send(pilot, TRACEBACK)
        options = app.query_one(blocks.QuestionBlock).query(Button)
        assert all(app.screen.find_widget(each).visible_region for each in options)
        await paste(pilot, "y")
        await pilot.press("enter")
        await until(pilot, lambda: app.query(blocks.ProgressBlock))
        assert app.screen.find_widget(app.query_one(blocks.ProgressBlock)).visible_region
        runner.let_go.set()
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock))
        await until(pilot, lambda: "[detach-call]" in screen_text(app))
        assert app.composer.region.bottom < size[1]
        assert app.keys.region.bottom == size[1]


async def test_no_color(folder, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(folder)
    async with app.run_test() as pilot:
        await send(pilot, "train.py")
        colours = {
            (style.color.triplet, style.bgcolor.triplet)
            for strip in app.screen._compositor.render_strips(app.size)
            for _, style, _ in strip.apply_filter(app._filters[-1], app.screen.background_colors[1])
            if style and style.color and style.bgcolor
        }
        assert all(triplet.red == triplet.green == triplet.blue for pair in colours for triplet in pair)


@pytest.mark.parametrize(
    ("told", "theme"), [("15;0", "gradhelp-dark"), ("0;15", "gradhelp-light"), ("", "gradhelp-dark")]
)
async def test_light_and_dark(folder, monkeypatch, told, theme):
    monkeypatch.setenv("COLORFGBG", told)
    app = make_app(folder)
    async with app.run_test() as pilot:
        assert app.theme == theme
        await pilot.press("ctrl+t")
        assert app.theme != theme
        await pilot.press("ctrl+t")
        assert app.theme == theme


async def test_what_cannot_be_drawn_ends_in_a_sentence(folder, capsys, monkeypatch):
    app = make_app(folder)

    async def fail(_turn):
        raise LookupError("a \x1b[31mbug")

    async def talk():
        async with app.run_test(size=(80, 24)) as pilot:
            monkeypatch.setattr(app.transcript, "show", fail)
            await pilot.press("h", "i", "enter")
            await pilot.pause()

    with pytest.raises(LookupError):
        await talk()
    app._print_error_renderables()
    told = capsys.readouterr().err
    assert "gradhelp --resume" in " ".join(told.split())
    assert "LookupError: a bug" in told
    assert "Traceback" not in told
