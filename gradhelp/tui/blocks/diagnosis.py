"""A diagnosis: the finding and whether there is a fix, the picture, and in parts that fold why, the fixes, the rest."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalGroup
from textual.widget import Widget

from gradhelp.chat.voice import Voice
from gradhelp.report.pieces import Parts
from gradhelp.tui.blocks.deeds import Deeds
from gradhelp.tui.blocks.drawn import Drawn, drawn_wide
from gradhelp.tui.blocks.fixes import FixesBlock
from gradhelp.tui.blocks.fold import Fold
from gradhelp.tui.blocks.headline import FixWanted, Headline
from gradhelp.tui.blocks.sideways import PictureBlock, Sideways
from gradhelp.tui.messages import CopyRequested


class DiagnosisBlock(VerticalGroup):
    """With the focus on it, C copies the diagnosis as Markdown."""

    can_focus = True
    BINDINGS = [Binding("c", "copy_markdown", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    def __init__(self, parts: Parts, markdown: str, deeds: Deeds, voice: Voice, *, trying: bool) -> None:
        super().__init__()
        self.markdown = markdown
        self.trying = trying
        """Whether its fixes are being tried."""
        self._parts = parts
        self._voice = voice
        self._deeds = deeds

    @property
    def finding(self) -> int:
        """The number of the finding that is shown in full, from 0."""
        return self._deeds.finding

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield Drawn(self._parts.head, classes="head")
        yield self._headline()
        if self._parts.picture is not None:
            yield PictureBlock(self._parts.picture)
        yield from self._losses()
        for section in self._parts.sections:
            yield Fold(section.heading, Drawn(section.body), folded=not section.dear)
        if self._parts.fixes:
            yield FixesBlock(self._parts.fixes, self._voice, self._deeds)
        for section in self._parts.further:
            yield Fold(section.heading, Drawn(section.body), folded=not section.dear)
        yield Drawn(self._parts.run, classes="run")

    def _headline(self) -> Headline:
        return Headline(self._parts.fixes, self._voice, self._deeds, trying=self.trying)

    def _losses(self) -> Iterator[Widget]:
        for loss in self._parts.losses:
            yield Drawn(loss.heading, classes="loss")
            yield Sideways(drawn_wide(loss.table), classes=None if loss.legend.plain else "last")
            if loss.legend.plain:
                yield Drawn(loss.legend, classes="last")

    async def prove(self, parts: Parts, markdown: str, deeds: Deeds) -> None:
        """The fixes have been tried: show how that went, in their place."""
        self._parts, self.markdown, self._deeds, self.trying = parts, markdown, deeds, False
        await self._say_anew()
        for old in self.query(FixesBlock):
            await self.mount(FixesBlock(parts.fixes, self._voice, deeds), after=old)
            await old.remove()

    async def untried(self) -> None:
        """The trying has been ended before it was through."""
        if self.trying:
            self.trying = False
            await self._say_anew()

    async def _say_anew(self) -> None:
        old = self.query_one(Headline)
        await self.mount(self._headline(), after=old)
        await old.remove()

    def close(self) -> None:
        """A later check has come to another result: nothing of this one is to be written any more."""
        self.query_one(Headline).close()
        for each in self.query(FixesBlock):
            each.close()

    def on_fix_wanted(self, event: FixWanted) -> None:
        """Show that fix."""
        event.stop()
        for each in self.query(FixesBlock):
            each.reveal(event.number)

    def action_copy_markdown(self) -> None:
        """Ask for the Markdown in the clipboard."""
        self.post_message(CopyRequested(self.markdown))
