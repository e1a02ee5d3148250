"""The command palette: every slash command by what it does, in the language of the conversation."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from gradhelp.chat.slash import COMMANDS, Slash

if TYPE_CHECKING:
    from gradhelp.tui.app import GradhelpApp


class SlashProvider(Provider):
    """Choosing a command is typing it; one that wants an argument is written into the composer."""

    async def discover(self) -> Hits:
        """All of them."""
        for command, shown in self._shown():
            yield DiscoveryHit(shown, partial(self._app.choose, command))

    async def search(self, query: str) -> Hits:
        """Those whose name or description is like the query."""
        matcher = self.matcher(query)
        for command, shown in self._shown():
            if (score := matcher.match(shown)) > 0:
                yield Hit(score, matcher.highlight(shown), partial(self._app.choose, command))

    @property
    def _app(self) -> "GradhelpApp":
        from gradhelp.tui.app import GradhelpApp

        if not isinstance(self.app, GradhelpApp):
            raise TypeError(type(self.app).__name__)
        return self.app

    def _shown(self) -> Iterator[tuple[Slash, str]]:
        return ((each, f"{each.name}  {self._app.voice.say(each.about)}") for each in COMMANDS)
