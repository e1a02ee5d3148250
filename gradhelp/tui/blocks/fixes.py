"""The fixes of a finding as tabs: what to do, the change, whether it was seen to work, and what can be done with it."""

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, HorizontalScroll, VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static, TabbedContent, TabPane

from gradhelp.chat.voice import Voice
from gradhelp.report.pieces import FixParts
from gradhelp.tui.blocks.drawn import Drawn, DrawnWide
from gradhelp.tui.messages import CopyRequested, Replied

VERIFIED, OPEN = "✓", "·"


class FixesBlock(VerticalGroup):
    """`writable`: the first fix can be written into the user's file."""

    def __init__(self, fixes: tuple[FixParts, ...], voice: Voice, *, writable: bool) -> None:
        super().__init__()
        self._fixes = fixes
        self._voice = voice
        self._writable = writable

    def compose(self) -> ComposeResult:
        """A tab each; one fix alone needs none."""
        if len(self._fixes) == 1:
            yield Static(self._label(self._fixes[0]), markup=False, classes="heading")
            yield from self._pane(0)
            return
        with TabbedContent():
            for number, fix in enumerate(self._fixes):
                with TabPane(self._label(fix), id=f"fix-{number}"):
                    yield from self._pane(number)

    def _label(self, fix: FixParts) -> Content:
        mark = (VERIFIED, "$success") if fix.verified else (OPEN, "$secondary")
        return Content.assemble((fix.label, "bold"), " ", mark)

    def _pane(self, number: int) -> ComposeResult:
        fix = self._fixes[number]
        yield Drawn(fix.steps)
        if fix.diff is not None:
            yield HorizontalScroll(DrawnWide(fix.diff), classes="diff")
        if fix.proof is not None:
            yield Drawn(fix.proof, classes="proof")
        if fix.patch:
            with HorizontalGroup(classes="deeds"):
                yield from self._deeds(number)

    def _deeds(self, number: int) -> list[Widget]:
        says = self._voice.say
        writes = [("do_apply", "/apply"), ("do_save", "/save")] if number == 0 and self._writable else []
        buttons = [Button(Content(says(key)), compact=True, name=reply) for key, reply in writes]
        return [*buttons, Button(Content(says("do_copy")), compact=True, name=f"copy-{number}")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Write, save or copy."""
        event.stop()
        name = event.button.name or ""
        if name.startswith("copy-"):
            self.post_message(CopyRequested(self._fixes[int(name.removeprefix("copy-"))].patch))
        else:
            self.post_message(Replied(name))
