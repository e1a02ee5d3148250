"""One conversation on terminals of any size, and on one whose size changes under it: nothing is lost, nothing gives way."""

import pytest
import tui_told as told
from tui_samples import HeldRunner, make_app, over, screen_text, send, still, until

from gradhelp.chat.turns import NoteTurn, UserTurn
from gradhelp.tui import blocks

SHAPES = [(80, 24), (60, 20), (120, 36)]


def in_order(app):
    """What has been said so far: each block in order, with what it was told."""
    return [
        (type(each).__name__, getattr(each, "markdown", "") or str(each.render())) for each in app.transcript.children
    ]


def progress(app):
    return " ".join(screen_text(app).split())


async def test_the_window_changes_during_a_run(folder):
    runner = HeldRunner(told.diagnosis("en"))
    app = make_app(folder, runner)
    async with app.run_test(size=SHAPES[0]) as pilot:
        await send(pilot, "hello")
        await send(pilot, "train.py")
        await until(pilot, lambda: "12 opt" in progress(app))
        await pilot.press(*"half")
        said = in_order(app)
        for size in [*SHAPES[1:], (40, 12), SHAPES[0]]:
            await pilot.resize_terminal(*size)
            await still(pilot)
            block = app.query_one(blocks.ProgressBlock)
            assert app.screen.find_widget(block).visible_region.height == 1
            assert "Running" in progress(app)
            assert "Stop" in progress(app)
            assert "half" in progress(app)
            assert in_order(app) == said
            assert app.keys.region.bottom == size[1]
        await until(pilot, lambda: "12 opt" in progress(app))
        runner.let_go.set()
        await over(pilot)
        assert app.composer.text == "half"
        for size in SHAPES[1:]:
            await pilot.resize_terminal(*size)
            await still(pilot)
            assert len(app.query(blocks.DiagnosisBlock)) == 1
            app.transcript.scroll_to_widget(app.query_one(blocks.Source), animate=False, force=True)
            await until(pilot, lambda: "4 ╳ loss = policy(torch.ones(2)).detach().sum()" in screen_text(app))


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 50)])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_whole_conversation_at_any_size(folder, size, lang):
    app = make_app(folder, HeldRunner(told.several(lang)), lang=lang)
    app._runner.let_go.set()
    async with app.run_test(size=size) as pilot:
        for text in ("/help", "train.py", "/fix", "/apply", "/undo"):
            await send(pilot, text)
            await over(pilot)
            assert app.composer.has_focus
            assert app.screen.find_widget(app.composer).visible_region.height >= 3
            assert app.composer.region.bottom <= app.keys.region.y
            assert app.keys.region.bottom == size[1]
            assert all(len(line) <= size[0] for line in screen_text(app).splitlines())
        await pilot.press("f2")
        await still(pilot)
        assert "train.py" in screen_text(app)
        await pilot.press("escape")
        await pilot.press(*"done", "enter")
        await until(pilot, lambda: app.composer.text == "")
        assert any("done" in shown for _, shown in in_order(app))


async def test_what_is_written_stays_in_sight_on_a_small_terminal(folder):
    app = make_app(folder)
    async with app.run_test(size=(40, 12)) as pilot:
        for number in range(12):
            await pilot.press(*f"line{number}", "ctrl+j")
        await still(pilot)
        assert "line11" in screen_text(app)
        assert app.composer.size.height <= 5
        await pilot.press("enter")
        await until(pilot, lambda: app.composer.text == "")
        assert app.keys.region.bottom == 12


async def test_no_block_is_wider_than_a_narrow_terminal(folder):
    app = make_app(folder)
    async with app.run_test(size=(40, 12)) as pilot:
        await app.transcript.show(UserTurn(text="x" * 200))
        await app.transcript.show(NoteTurn(text="没有空格的一行" * 20))
        await still(pilot)
        assert all(each.region.right <= 40 for each in app.transcript.children)
        assert "x" * 30 in app.transcript.children[0].render().plain
