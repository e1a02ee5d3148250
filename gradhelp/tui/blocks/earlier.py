"""Stands above a conversation that goes on, for what was said before: it is shown some turns at a time, when asked for.

A block costs the screen time whenever anything moves, so that hundreds of them would make every key wait.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from gradhelp.chat.turns import DiagnosisTurn, FixesTurn, Step, Turn
from gradhelp.chat.voice import Voice

AT_ONCE = 12
"""Turns that are shown at once."""


class EarlierBlock(Static):
    """Enter, or a click, shows some more of the turns it holds."""

    can_focus = True
    BINDINGS = [Binding("enter,space", "show_more", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    @dataclass
    class Wanted(Message):
        """These turns are to be shown below the block, which holds them no longer."""

        block: "EarlierBlock"
        turns: Sequence[Turn]

    def __init__(self, held: Sequence[Turn], voice: Voice) -> None:
        super().__init__(markup=False)
        self._held = list(held)
        self._voice = voice

    @property
    def left(self) -> int:
        """How many turns it still holds."""
        return len(self._held)

    def on_mount(self) -> None:
        """Say how many there are."""
        self._tell()

    def action_show_more(self) -> None:
        """Hand over the latest of them."""
        wanted = self._held[-AT_ONCE:]
        del self._held[-AT_ONCE:]
        self._tell()
        self.post_message(self.Wanted(self, whole(wanted)))

    def on_click(self) -> None:
        """The same by mouse."""
        self.action_show_more()

    def _tell(self) -> None:
        self.update(Content.assemble(("▴ ", "$secondary"), self._voice.say("earlier", count=self.left)))


def held_back(steps: Sequence[Step]) -> list[Turn]:
    """The turns that need not be shown at once when so many come together."""
    turns = [each for each in steps if isinstance(each, Turn)]
    return turns[:-AT_ONCE] if len(turns) > 2 * AT_ONCE else []


def whole(turns: Sequence[Turn]) -> list[Turn]:
    """The turns without the diagnoses that a later turn shows again, together with what became of their fixes."""
    kept: list[Turn] = []
    proved = False
    for turn in reversed(turns):
        if not (proved and isinstance(turn, DiagnosisTurn)):
            kept.append(turn)
        proved = isinstance(turn, FixesTurn) or (proved and not isinstance(turn, DiagnosisTurn))
    return kept[::-1]
