"""Pictures of the chat at two sizes, in both languages. Look at a changed one before accepting it with --snapshot-update."""

import pytest
from tui_samples import DIAGNOSIS, TRACEBACK, HeldRunner, make_app, send, settled, still, until

from gradhelp.tui import blocks

SIZES = [(80, 24), (120, 36)]
LANGUAGES = ["en", "zh"]
everywhere = pytest.mark.parametrize("size", SIZES, ids=["small", "large"])
in_both = pytest.mark.parametrize("app", LANGUAGES, indirect=True)


@pytest.fixture
def app(folder, request):
    """Nothing in the pictures depends on where the folder is."""
    return make_app(folder, HeldRunner(DIAGNOSIS), lang=getattr(request, "param", "en"))


@everywhere
@in_both
def test_welcome(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size)


@everywhere
@in_both
def test_question(snap_compare, app, size):
    async def paste_the_traceback(pilot):
        await send(pilot, TRACEBACK)
        await still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=paste_the_traceback)


@in_both
def test_running(snap_compare, app):
    async def start(pilot):
        await send(pilot, "train.py")
        await until(pilot, lambda: "12" in str(pilot.app.query_one(blocks.ProgressBlock).children[0].render()))

    assert snap_compare(app, terminal_size=(80, 24), run_before=start)


async def run_and_ask(pilot, *questions):
    pilot.app._runner.let_go.set()
    await send(pilot, "train.py")
    await until(pilot, lambda: pilot.app.query(blocks.DiagnosisBlock))
    for question in questions:
        await send(pilot, question)
    await settled(pilot)
    await still(pilot)


@everywhere
@in_both
def test_diagnosis(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size, run_before=run_and_ask)


@in_both
def test_walk(snap_compare, app):
    async def ask(pilot):
        await send(pilot, "/prints")
        await send(pilot, "False False None")
        await still(pilot)

    assert snap_compare(app, terminal_size=(80, 24), run_before=ask)


@pytest.mark.parametrize("width", [60, 200])
def test_narrow_and_wide(snap_compare, app, width):
    assert snap_compare(app, terminal_size=(width, 30), run_before=run_and_ask)


def test_light(snap_compare, app):
    async def ask(pilot):
        pilot.app.theme = "gradhelp-light"
        await run_and_ask(pilot, "missing.py", "chain")

    assert snap_compare(app, terminal_size=(80, 24), run_before=ask)
