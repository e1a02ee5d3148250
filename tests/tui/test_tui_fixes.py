"""At once in sight: whether there is a fix and what to press; every fix with a change can be written from where it stands."""

import pytest
from textual.widgets import Button, TabbedContent
from tui_samples import CUT, DIAGNOSIS, FIXED, SCRIPT, HeldRunner, make_app, screen_text, send, settled, until

from gradhelp import report
from gradhelp.chat.turns import AnswerTurn, NoteTurn
from gradhelp.diagnose import Progress
from gradhelp.experiments.search import unified
from gradhelp.model.diagnosis import Fix
from gradhelp.tui import blocks
from gradhelp.tui.transcript import Painter

MEAN = SCRIPT.replace(".detach().sum()", ".mean()")
UNPROVED = Fix(
    title="Take the mean",
    steps=[],
    diff=unified({"train.py": SCRIPT}, {"train.py": MEAN}),
    verification="It ended early.",
)
OTHER = CUT.model_copy(update={"rule": "backward-twice", "title": "A second finding", "fixes": [UNPROVED]})
TWO = DIAGNOSIS.model_copy(update={"findings": [CUT.model_copy(update={"fixes": [*CUT.fixes, UNPROVED]}), OTHER]})


def ready(outcome=TWO, finds=False):
    runner = HeldRunner(outcome, finds=finds)
    runner.let_go.set()
    return runner


async def diagnosed(pilot):
    await send(pilot, "train.py")
    await over(pilot)


async def over(pilot):
    await until(pilot, lambda: pilot.app.query(blocks.DiagnosisBlock) and not pilot.app.query(blocks.ProgressBlock))
    await settled(pilot)
    await pilot.pause(0.05)


def button(app, name):
    return next(each for each in app.query(Button) if each.name == name and not each.disabled)


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Fix verified: 1 line changed in train.py"), ("zh", "修改已验证：train.py 改动 1 行")]
)
async def test_a_verified_fix_is_told_on_the_first_screen(folder, lang, told):
    app = make_app(folder, ready(), lang=lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await diagnosed(pilot)
        shown = screen_text(app)
        assert "detach-call" in shown
        assert "train.py:4" in shown
        assert told in shown
        assert ("See it" if lang == "en" else "查看") in shown


async def test_see_it_and_write_it_by_keyboard_alone(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(80, 24)) as pilot:
        await diagnosed(pilot)
        await pilot.press("ctrl+n")
        await pilot.press("enter")
        await until(pilot, lambda: "+loss = policy(torch.ones(2)).sum()" in screen_text(app))
        await until(pilot, lambda: app.focused is not None and app.focused.name == "/apply 1.1")
        await pilot.press("enter")
        await until(pilot, lambda: (folder / "train.py").read_text() == FIXED)
        await settled(pilot)
        assert "To train, run: python train.py" in screen_text(app)
        assert "Check again" in screen_text(app)


class Trying(HeldRunner):
    """Finds at once, and tries until it is let go."""

    def __call__(self, start, *, on_progress, on_found, cancel):
        held, self.let_go = self.let_go, self.ended
        self.let_go.set()
        result = super().__call__(start, on_progress=on_progress, on_found=on_found, cancel=cancel)
        on_progress(Progress(stage="trying"))
        while not (held.is_set() or cancel.is_set()):
            cancel.wait(0.01)
        return result


@pytest.mark.parametrize("stopped", [False, True])
async def test_while_fixes_are_tried_that_is_said(folder, stopped):
    runner = Trying(TWO, finds=True)
    held = runner.let_go
    app = make_app(folder, runner)
    async with app.run_test(size=(80, 24)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: "Trying fixes" in screen_text(app))
        assert "Fix verified" not in screen_text(app)
        if stopped:
            await send(pilot, "/stop")
        held.set()
        await over(pilot)
        assert ("Fix verified" in screen_text(app)) is not stopped
        assert "Trying fixes" not in screen_text(app)


async def test_the_fix_of_any_tab_is_written_and_what_was_not_verified_is_asked(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(100, 50)) as pilot:
        await diagnosed(pilot)
        app.query_one(TabbedContent).active = "fix-2"
        await pilot.pause()
        await pilot.click(button(app, "/apply 1.3"))
        await settled(pilot)
        assert "not seen to work" in screen_text(app)
        assert (folder / "train.py").read_text() == SCRIPT
        button(app, "/apply 1.3 anyway").press()
        await until(pilot, lambda: (folder / "train.py").read_text() == MEAN)
        await send(pilot, "/undo")
        assert (folder / "train.py").read_text() == SCRIPT


async def test_the_second_finding_has_its_own_buttons(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(100, 50)) as pilot:
        await diagnosed(pilot)
        await send(pilot, "/finding 2")
        await until(pilot, lambda: "A second finding" in screen_text(app))
        assert button(app, "/apply 2.1")
        await send(pilot, "/save")
        assert (folder / "gradhelp.patch").read_text() == UNPROVED.diff


async def test_what_an_earlier_check_has_shown_is_not_written_after_a_later_one(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(100, 50)) as pilot:
        await diagnosed(pilot)
        await send(pilot, "/again")
        await until(pilot, lambda: len(app.query(blocks.DiagnosisBlock)) == 2)
        await over(pilot)
        first, second = app.query(blocks.DiagnosisBlock)
        assert not [each.name for each in first.query(Button) if "/apply" in (each.name or "") and not each.disabled]
        assert [each.name for each in second.query(Button) if "/apply" in (each.name or "") and not each.disabled]


async def test_every_part_is_reached_by_keyboard_and_then_the_composer(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(80, 24)) as pilot:
        await diagnosed(pilot)
        seen = []
        for _ in range(12):
            await pilot.press("ctrl+n")
            await pilot.pause()
            if app.focused is app.composer:
                break
            seen.append(type(app.focused).__name__)
            assert app.transcript.region.overlaps(app.focused.region)
        assert seen[0] == "Button"
        assert seen.count("FoldHeading") == len(app.query(blocks.FoldHeading))
        assert "ContentTabs" in seen
        await pilot.press("alt+up")
        await pilot.pause()
        assert type(app.focused).__name__ == seen[-1]
        await pilot.press("alt+down")
        await pilot.pause()
        assert app.focused is app.composer


async def test_the_whole_answer_is_copied_with_its_verified_fix(folder, monkeypatch):
    app = make_app(folder, ready())
    app.transcript._painter = Painter(report.parts, report.to_markdown)
    copied = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await diagnosed(pilot)
        await pilot.press("ctrl+y")
        await until(pilot, lambda: copied)
        assert "+loss = policy(torch.ones(2)).sum()" in copied[0]
        assert "In a run of the changed copy" in copied[0]
        await until(pilot, lambda: "/export" in screen_text(app))
        app.query_one(blocks.DiagnosisBlock).focus()
        await pilot.pause()
        await pilot.press("c")
        await until(pilot, lambda: len(copied) == 2)
        assert copied[1] == copied[0]
        await app.transcript.show(AnswerTurn(markdown="**Later** answer"))
        await pilot.press("ctrl+y")
        await until(pilot, lambda: len(copied) == 3)
        assert copied[2] == "**Later** answer"


async def test_what_is_selected_by_mouse_is_the_text(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=(100, 60)) as pilot:
        await diagnosed(pilot)
        await app.transcript.show(NoteTurn(text="A remark."))
        await app.transcript.show(AnswerTurn(markdown="Some `code` and\n\n```python\nx = 1\n```"))
        await pilot.pause(0.1)
        app.screen.text_select_all()
        selected = app.screen.get_selected_text() or ""
    for part in ("`.detach()` cuts the gradient", "Fix verified: 1 line", "loss = policy(torch.ones(2)).detach().sum()",
                 "the gradient is cut here", "+loss = policy(torch.ones(2)).sum()", "A remark.", "Some code and", "x = 1"):  # fmt: skip
        assert part in selected
    assert "4 ╳" not in selected
