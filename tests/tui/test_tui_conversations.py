"""Ten whole conversations, from the first word to the last, over a use case that tests hold in their hands."""

from textual.widgets import Button
from tui_samples import DIAGNOSIS, ELSEWHERE, SCRIPT, TRACEBACK, HeldRunner, make_app, screen_text, send, settled, until

from gradhelp.chat.consent import KeptConsents
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.tui import blocks

SIZE = (100, 60)
HEALTHY = Diagnosis(status="healthy", summary="No finding.")
OTHER = Diagnosis(status="not-a-gradient-problem", summary="The module is missing.")


def ready(outcome=DIAGNOSIS):
    runner = HeldRunner(outcome)
    runner.let_go.set()
    return runner


async def press(pilot, label):
    """Press the last button of that name."""
    await pilot.click(
        [
            each
            for each in pilot.app.query(Button)
            if str(each.label).lstrip("0123456789 ") == label and not each.disabled
        ][-1]
    )
    await settled(pilot)


async def over(pilot):
    await until(pilot, lambda: pilot.app.talk.idle and not pilot.app.query(blocks.ProgressBlock))


async def test_traceback_first(folder, tmp_path):
    runner = ready()
    app = make_app(folder, runner, consents=KeptConsents(tmp_path / "c" / "consents.json"))
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, TRACEBACK)
        assert "/venv/bin/python" in screen_text(app)
        assert not runner.requests
        await press(pilot, "Run it")
        await until(pilot, lambda: "error[detach-call]" in screen_text(app))
        assert runner.requests[0].traceback == TRACEBACK


async def test_script_first(folder, tmp_path):
    runner = ready()
    app = make_app(folder, runner, consents=KeptConsents(tmp_path / "c" / "consents.json"))
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, SCRIPT)
        await press(pilot, "Run it")
        await until(pilot, lambda: "error[detach-call]" in screen_text(app))
        assert runner.requests[0].source is not None


async def test_question_first(folder):
    app = make_app(folder)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "what is a leaf tensor?")
        await until(pilot, lambda: app.query(blocks.AnswerBlock))
        await send(pilot, "什么是叶子张量？")
        assert len(app.query(blocks.AnswerBlock)) == 2


async def test_a_piece_only(folder):
    app = make_app(folder)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "loss = critic(obs).pow(2).mean()\nloss.backward()")
        await press(pilot, "Find it by questions")
        await press(pilot, "False · False · None")
        await press(pilot, "a replay buffer or a data set")
        assert "Suspected" in screen_text(app)


async def test_a_healthy_program(folder):
    app = make_app(folder, ready(HEALTHY))
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: "No finding." in screen_text(app))
        await send(pilot, "fix")
        assert "nothing to explain or fix" in screen_text(app)


async def test_no_gradient_problem(folder):
    runner = ready(OTHER)
    app = make_app(folder, runner)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, TRACEBACK.rpartition("RuntimeError")[0] + "ModuleNotFoundError: No module named 'gymnasium'")
        await until(pilot, lambda: "The module is missing." in screen_text(app))
        assert not runner.requests[0].run


async def test_the_user_stops(folder):
    runner = HeldRunner()
    app = make_app(folder, runner)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: runner.requests)
        await pilot.press("escape")
        await over(pilot)
        assert "Stopped." in screen_text(app)
        assert runner.cancelled


async def test_the_user_declines(folder, tmp_path):
    runner = ready()
    app = make_app(folder, runner, consents=KeptConsents(tmp_path / "c" / "consents.json"))
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await press(pilot, "Do not run it")
        assert not runner.requests
        await send(pilot, ELSEWHERE)
        await press(pilot, "Only the traceback")
        await until(pilot, lambda: runner.requests)
        assert not runner.requests[0].run


async def test_a_fix_is_applied_and_undone(folder):
    app = make_app(folder, ready())
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await over(pilot)
        await send(pilot, "/apply")
        assert ".detach()" not in (folder / "train.py").read_text()
        await send(pilot, "/undo")
        assert (folder / "train.py").read_text() == SCRIPT


async def test_a_question_about_simulators(folder):
    app = make_app(folder)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "which simulator has gradients for contacts?")
        await until(pilot, lambda: app.query(blocks.AnswerBlock) or app.query(blocks.QuestionBlock))
