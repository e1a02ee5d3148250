"""Every look of the chat by name, and how to get there: a scene is a line of SCENES, made of moves.

A move is a coroutine that is given the pilot. The words that are typed are those of the language of the conversation.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import NamedTuple

import tui_told as told
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Tab, TabbedContent
from tui_samples import (
    ELSEWHERE,
    SCRIPT,
    TRACEBACK,
    AllAgreed,
    HeldRunner,
    over,
    paste,
    press,
    send,
    settled,
    until,
)

from gradhelp.chat.sessions import Header
from gradhelp.chat.slash import COMMANDS
from gradhelp.chat.turns import AnswerTurn, DiagnosisTurn, ErrorTurn, NoteTurn, ProbeTurn
from gradhelp.diagnose import Progress
from gradhelp.facts.observed import Counts
from gradhelp.facts.recording import Recording
from gradhelp.tui import blocks
from gradhelp.tui.messages import RunProgressed

Move = Callable[[Pilot], Awaitable[None]]
PIECE = "loss = critic(obs).pow(2).mean()\nloss.backward()"
MISSING = TRACEBACK.rpartition("RuntimeError")[0] + "ModuleNotFoundError: No module named 'gymnasium'"
COUNTS = Counts(environment_steps=12800, iterations=1, optimizer_steps=48)
MARKDOWN = """## `detach()` / 分离

Some text with **strong words**, `code` and a [link](https://docs.pytorch.org/). 中文与英文混排的一行，长到必须折行，行首不应出现标点。

1. one
   - inside
2. two

| call | `requires_grad` |
|---|---|
| `x.detach()` | False |
| 张量 | True |

```python
loss = policy(observation).detach()  # 梯度在这里断开
```

> A quotation.
"""
HEADERS = [
    Header(id="a", when=datetime(2026, 3, 2, 9, 5, tzinfo=UTC), folder="/project", title="RuntimeError: element 0 of tensors …"),
    Header(id="b", when=datetime(2026, 2, 28, 17, 40, tzinfo=UTC), folder="/project", title="为什么梯度是 None？"),
]  # fmt: skip


class NotYet(AllAgreed):
    """The user has agreed to nothing so far."""

    def __init__(self):
        self.agreed = False

    def given(self, folder):
        return self.agreed

    def give(self, folder):
        self.agreed = True


class Scene(NamedTuple):
    """`outcome`: what a check comes to, by language; `held`: it does not end by itself."""

    moves: tuple[Move, ...]
    outcome: Callable = told.diagnosis
    recording: Recording | None = None
    held: bool = False
    consents: type[AllAgreed] = AllAgreed

    def runner(self, lang: str) -> HeldRunner:
        """What checks in this scene."""
        runner = HeldRunner(self.outcome(lang), recording=self.recording)
        if not self.held:
            runner.let_go.set()
        return runner


def scene(*moves: Move, **options: object) -> Scene:
    return Scene(moves, **options)


def says(text: str) -> Move:
    """The user sends it; with a key of the phrases in < >, the words of that language."""

    async def move(pilot):
        await send(pilot, pilot.app.voice.say(text[1:-1]) if text.startswith("<") else text)

    return move


def writes(text: str) -> Move:
    return lambda pilot: paste(pilot, text)


def keys(*names: str) -> Move:
    async def move(pilot):
        await pilot.press(*names)
        await settled(pilot)

    return move


def presses(key: str) -> Move:
    """A button by the key of its label."""
    return lambda pilot: press(pilot, pilot.app.voice.say(key))


async def checked(pilot: Pilot) -> None:
    """The script has been given, and the check is over."""
    await send(pilot, "train.py")
    await over(pilot)


async def checking(pilot: Pilot) -> None:
    """The check is under way, and has counted."""
    await send(pilot, "train.py")
    block = pilot.app.query_one(blocks.ProgressBlock)
    await until(pilot, lambda: "12" in str(block.children[0].render()))


def at(stage: str) -> Move:
    """The check has come to this stage."""

    async def move(pilot):
        pilot.app.post_message(RunProgressed(1, Progress(stage=stage, counts=COUNTS, seconds=4.0)))
        await until(pilot, lambda: pilot.app.voice.say(f"stage_{stage}") in line(pilot))

    def line(pilot):
        return str(pilot.app.query_one(blocks.ProgressBlock).children[0].render())

    return move


def shows(*turns: object) -> Move:
    """The conversation says it."""

    async def move(pilot):
        for turn in turns:
            await pilot.app.transcript.show(turn(pilot.app.voice.lang) if callable(turn) else turn)
        await pilot.pause()

    return move


def diagnosed(outcome: Callable, **options: object) -> Move:
    """A diagnosis is shown, whose fixes may be being tried."""
    return shows(lambda lang: DiagnosisTurn(result=told.result(outcome(lang)), lang=lang, **options))


async def opens_the_second_tab(pilot: Pilot) -> None:
    """As by mouse."""
    pilot.app.transcript.scroll_to_widget(pilot.app.query_one(TabbedContent), animate=False, top=True, force=True)
    await pilot.pause()
    await pilot.click(pilot.app.query(Tab).last())
    await until(pilot, lambda: pilot.app.query_one(TabbedContent).active == "fix-1")


def unfolds(number: int) -> Move:
    """The fold of that number, brought into sight; the others are left as they are."""

    async def move(pilot):
        fold = list(pilot.app.query(blocks.Fold))[number]
        fold.folded = False
        await pilot.pause()
        pilot.app.transcript.scroll_to_widget(fold, animate=False, top=True, force=True)
        await pilot.pause()

    return move


async def unfolds_the_paste(pilot: Pilot) -> None:
    """What the user sent is shown in full, from its first line."""
    await pilot.press("ctrl+o")
    await pilot.pause()
    pilot.app.transcript.scroll_home(animate=False, force=True)


async def earlier_sessions(pilot: Pilot) -> None:
    """There are two."""
    pilot.app._conversation.earlier = lambda: HEADERS


async def every_command(pilot: Pilot) -> None:
    """The palette has come to the end of its list, and its cursor does not blink."""
    await until(pilot, lambda: pilot.app.screen.query_one(OptionList).option_count == len(COMMANDS))
    pilot.app.screen.query_one(Input).cursor_blink = False
    await pilot.pause()


async def shows_the_losses(pilot: Pilot) -> None:
    """The table stands below the picture."""
    pilot.app.transcript.scroll_to_widget(pilot.app.query_one(".loss"), animate=False, top=True, force=True)
    await pilot.pause()


REMARKS = (
    NoteTurn(text="A note in passing: `train.py` was read. 顺便一提：已读取 `train.py`，共五行。"),
    ErrorTurn(
        text="The interpreter '/venv/bin/python' has no torch. [bold]not markup[/bold]\n解释器中没有安装 torch。"
    ),
)
SCENES = {
    "welcome": scene(),
    "help": scene(says("/help")),
    "suggestions": scene(writes("/s")),
    "palette": scene(keys("ctrl+p"), every_command),
    "files": scene(keys("f2")),
    "sessions": scene(earlier_sessions, keys("f3")),
    "composing": scene(writes(SCRIPT * 4), writes(" 这是脚本\nand this is a second line")),
    "remarks": scene(says("hello"), shows(*REMARKS), says("/nothing")),
    "answer": scene(shows(AnswerTurn(markdown=MARKDOWN))),
    "question": scene(says(TRACEBACK), consents=NotYet),
    "unfolded": scene(says(TRACEBACK), unfolds_the_paste),
    "which script": scene(says(ELSEWHERE)),
    "consent": scene(says("train.py"), consents=NotYet),
    "declined": scene(says("train.py"), presses("option_not"), consents=NotYet),
    "fragment": scene(says(PIECE)),
    "walk": scene(says("/prints"), says("False False None")),
    "running": scene(checking, held=True),
    "trying": scene(checking, diagnosed(told.unverified, trying=True), at("trying"), held=True),
    "stopping": scene(checking, lambda pilot: stopping(pilot), held=True),
    "stopped": scene(checking, keys("escape"), over, held=True, recording=told.SEEN_UNTIL_STOPPED),
    "diagnosis": scene(checked, recording=told.OBSERVED),
    "whole": scene(diagnosed(told.diagnosis), unfolds(0)),
    "background": scene(diagnosed(told.diagnosis), unfolds(1)),
    "fixes": scene(diagnosed(told.diagnosis), presses("do_see")),
    "second fix": scene(diagnosed(told.diagnosis), opens_the_second_tab),
    "unverified": scene(diagnosed(told.unverified_and_wide), presses("do_see")),
    "losses": scene(diagnosed(told.with_losses), shows_the_losses),
    "further": scene(diagnosed(told.several), unfolds(2)),
    "simulators": scene(diagnosed(told.recommending), unfolds(2)),
    "references": scene(diagnosed(told.diagnosis), unfolds(2)),
    "probe": scene(shows(lambda lang: ProbeTurn(result=told.probed(), lang=lang))),
    "healthy": scene(checked, outcome=told.healthy, recording=told.OBSERVED),
    "other": scene(says(MISSING), over, outcome=told.other),
    "unsure": scene(says(ELSEWHERE), presses("option_alone"), over, outcome=told.unsure),
    "anyway": scene(checked, says("/apply"), outcome=told.unverified),
    "applied": scene(checked, says("/apply")),
    "undone": scene(checked, says("/apply"), says("/undo")),
}


async def stopping(pilot: Pilot) -> None:
    """The check was asked to end, and has not ended yet."""
    pilot.app.transcript.stopping()
    await pilot.pause()
