"""Pictures of the chat at three sizes. Look at a changed one before accepting it with --snapshot-update."""

import pytest
from tui_samples import DIAGNOSIS, TRACEBACK, HeldRunner, make_app, send, until

from gradhelp.tui import blocks

SIZES = [(40, 12), (80, 24), (120, 40)]
LANGUAGES = ["en", "zh"]


@pytest.fixture
def app(folder, request):
    """Nothing in the pictures depends on where the folder is."""
    return make_app(folder, HeldRunner(DIAGNOSIS), lang=getattr(request, "param", "en"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("app", LANGUAGES, indirect=True)
def test_welcome(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("app", LANGUAGES, indirect=True)
def test_question(snap_compare, app, size):
    async def paste_the_traceback(pilot):
        await send(pilot, TRACEBACK)

    assert snap_compare(app, terminal_size=size, run_before=paste_the_traceback)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("app", LANGUAGES, indirect=True)
def test_running(snap_compare, app, size):
    async def start(pilot):
        await send(pilot, "train.py")
        await until(pilot, lambda: "12" in str(pilot.app.query_one(blocks.ProgressBlock).children[0].render()))

    assert snap_compare(app, terminal_size=size, run_before=start)


async def run_and_ask(pilot, *questions):
    pilot.app._runner.let_go.set()
    await send(pilot, "train.py")
    await until(pilot, lambda: pilot.app.query(blocks.DiagnosisBlock))
    for question in questions:
        await send(pilot, question)
        await pilot.pause(0.1)


@pytest.mark.parametrize("size", SIZES)
def test_diagnosis(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size, run_before=run_and_ask)


@pytest.mark.parametrize("size", SIZES)
def test_fix(snap_compare, app, size):
    async def ask(pilot):
        await run_and_ask(pilot, "fix")

    assert snap_compare(app, terminal_size=size, run_before=ask)


def test_light(snap_compare, app):
    async def ask(pilot):
        pilot.app.theme = "gradhelp-light"
        await run_and_ask(pilot, "missing.py", "chain")

    assert snap_compare(app, terminal_size=(80, 24), run_before=ask)
