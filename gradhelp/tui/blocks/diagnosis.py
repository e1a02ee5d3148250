"""A diagnosis: the finding, and below it in parts that fold why, the fixes, the further findings, where to read on."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalGroup

from gradhelp.chat.voice import Voice
from gradhelp.report.pieces import Parts
from gradhelp.tui.blocks.drawn import Drawn
from gradhelp.tui.blocks.fixes import FixesBlock
from gradhelp.tui.blocks.fold import Fold
from gradhelp.tui.messages import CopyRequested


class DiagnosisBlock(VerticalGroup):
    """With the focus on it, C copies the diagnosis as Markdown."""

    can_focus = True
    BINDINGS = [Binding("c", "copy_markdown", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    def __init__(self, parts: Parts, markdown: str, voice: Voice, *, writable: bool) -> None:
        super().__init__()
        self.markdown = markdown
        self._parts = parts
        self._voice = voice
        self._writable = writable

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield Drawn(self._parts.head, classes="head")
        for section in self._parts.sections:
            yield Fold(section.heading, Drawn(section.body), folded=not section.dear)
        if self._parts.fixes:
            yield FixesBlock(self._parts.fixes, self._voice, writable=self._writable)
        for section in self._parts.further:
            yield Fold(section.heading, Drawn(section.body), folded=not section.dear)
        yield Drawn(self._parts.run, classes="run")

    async def prove(self, parts: Parts, markdown: str, *, writable: bool) -> FixesBlock | None:
        """The fixes have been tried: show how that went, in their place."""
        self._parts, self.markdown, self._writable = parts, markdown, writable
        for old in self.query(FixesBlock):
            made = FixesBlock(parts.fixes, self._voice, writable=writable)
            await self.mount(made, after=old)
            await old.remove()
            return made
        return None

    def action_copy_markdown(self) -> None:
        """Ask for the Markdown in the clipboard."""
        self.post_message(CopyRequested(self.markdown))
