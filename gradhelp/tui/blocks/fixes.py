"""The fixes of a finding as tabs: what to do, the change, whether it was seen to work, and what can be done with it."""

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static, TabbedContent, TabPane

from gradhelp.chat.voice import Voice
from gradhelp.report.pieces import FixParts
from gradhelp.tui.blocks.deeds import Deeds
from gradhelp.tui.blocks.drawn import Drawn, drawn_wide
from gradhelp.tui.blocks.sideways import Sideways
from gradhelp.tui.messages import CopyRequested, Replied

VERIFIED, OPEN = "✓", "·"


class FixesBlock(VerticalGroup):
    """One fix or more."""

    def __init__(self, fixes: tuple[FixParts, ...], voice: Voice, deeds: Deeds) -> None:
        super().__init__()
        self._fixes = fixes
        self._voice = voice
        self._does = deeds

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
            yield Sideways(drawn_wide(fix.diff), classes="diff")
        if fix.proof is not None:
            yield Drawn(fix.proof, classes="proof")
        if fix.patch:
            with HorizontalGroup(classes="deeds"):
                yield from self._deeds(number)

    def _deeds(self, number: int) -> list[Widget]:
        says = self._voice.say
        writes = [("do_apply", self._does.apply(number)), ("do_save", self._does.save(number))]
        buttons = [Button(Content(says(key)), compact=True, name=reply) for key, reply in writes if reply]
        return [*buttons, Button(Content(says("do_copy")), compact=True, name=f"copy-{number}")]

    def reveal(self, number: int) -> None:
        """Bring that fix into sight, with the focus on what can be done with it."""
        for tabs in self.query(TabbedContent):
            tabs.active = f"fix-{number}"
        self.call_after_refresh(self._look_at, number)

    def _look_at(self, number: int) -> None:
        pane = self.query_one(f"#fix-{number}") if len(self._fixes) > 1 else self
        for first in list(pane.query(Button))[:1]:
            first.focus(scroll_visible=False)
        shown = [self, *pane.query(Sideways)]
        fits = self.outer_size.height <= self.screen.size.height // 2
        (self if fits else shown[-1]).scroll_visible(top=True, animate=False, force=True)

    def close(self) -> None:
        """A later check has come to another result: nothing of this one is to be written any more."""
        for button in self.query(Button):
            button.disabled = not (button.name or "").startswith("copy-")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Write, save or copy."""
        event.stop()
        name = event.button.name or ""
        if name.startswith("copy-"):
            self.post_message(CopyRequested(self._fixes[int(name.removeprefix("copy-"))].patch))
        else:
            self.post_message(Replied(name))
