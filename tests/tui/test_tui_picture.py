"""The picture of the main screen in README is what the chat shows."""

import re
from pathlib import Path

from tui_samples import HeldRunner, make_app, send, until

from gradhelp.tui import blocks

PICTURE = Path(__file__).parents[2] / "docs" / "chat.svg"


async def test_the_picture_is_what_the_chat_shows(folder, request):
    runner = HeldRunner()
    runner.let_go.set()
    app = make_app(folder, runner)
    async with app.run_test(size=(96, 44)) as pilot:
        await send(pilot, "train.py")
        await until(pilot, lambda: app.query(blocks.DiagnosisBlock) and app.talk.idle)
        await pilot.pause(0.3)
        drawn = app.export_screenshot(title="gradhelp")
    if request.config.getoption("--snapshot-update"):
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(drawn, encoding="utf-8")
    assert _without_ids(PICTURE.read_text(encoding="utf-8")) == _without_ids(drawn)
    assert "docs/chat.svg" in (PICTURE.parents[1] / "README.md").read_text(encoding="utf-8")


def _without_ids(svg: str) -> str:
    """A drawing names its parts by a number of its own."""
    return re.sub(r"terminal-\d+", "terminal", svg)
