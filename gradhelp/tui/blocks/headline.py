"""Right below the finding: whether there is a fix that was seen to work, how much it changes, and what to press for it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from gradhelp.chat.voice import Voice
from gradhelp.report.pieces import FixParts
from gradhelp.tui.blocks.deeds import Deeds
from gradhelp.tui.messages import Replied

SEE = "see"


class FixWanted(Message):
    """The user wants to see that fix."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Told(NamedTuple):
    """The line, the fix that it speaks of (from 0), and whether that carries a change."""

    line: Content
    number: int | None = None
    writes: bool = False


class Headline(HorizontalGroup):
    """Says nothing where there are no fixes."""

    def __init__(self, fixes: Sequence[FixParts], voice: Voice, deeds: Deeds, *, trying: bool) -> None:
        super().__init__()
        self._voice = voice
        self._deeds = deeds
        self._told = self._tell(fixes, trying=trying)
        self.display = bool(fixes)

    def compose(self) -> ComposeResult:
        """The line, and what can be pressed."""
        yield Static(self._told.line, markup=False)
        if self._told.number is not None:
            yield HorizontalGroup(*self._buttons(self._told.number))

    def _buttons(self, number: int) -> Iterator[Button]:
        yield Button(Content(self._voice.say("do_see")), compact=True, name=SEE)
        if self._told.writes and (writes := self._deeds.apply(number)):
            yield Button(Content(self._voice.say("do_apply")), compact=True, name=writes)

    def _tell(self, fixes: Sequence[FixParts], *, trying: bool) -> Told:
        if trying:
            return Told(Content.assemble(("… ", "$accent"), self._voice.say("fixes_trying")))
        changes = [number for number, fix in enumerate(fixes) if fix.patch]
        verified = [number for number in changes if fixes[number].verified]
        if verified:
            sentence = self._voice.say("fix_verified", extent=self._extent(fixes[verified[0]]))
            return Told(Content.assemble(("✓ ", "$success"), (sentence, "bold")), verified[0], writes=True)
        if changes:
            sentence = self._voice.say("fix_unproved", extent=self._extent(fixes[changes[0]]))
            return Told(Content.assemble(("· ", "$warning"), sentence), changes[0], writes=True)
        return Told(Content.assemble(("· ", "$secondary"), self._voice.say("fix_in_words")), 0 if fixes else None)

    def _extent(self, fix: FixParts) -> str:
        lines, files = fix.extent
        where = files[0] if len(files) == 1 else self._voice.say("extent_files", count=len(files))
        return self._voice.say("extent_line" if lines == 1 else "extent_lines", count=lines, where=where)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Show the fix, or write it."""
        event.stop()
        name = event.button.name or ""
        if name == SEE and self._told.number is not None:
            self.post_message(FixWanted(self._told.number))
        elif name != SEE:
            self.post_message(Replied(name))

    def close(self) -> None:
        """A later check has come to another result: nothing of this one is to be written any more."""
        for button in self.query(Button):
            button.disabled = button.name != SEE
