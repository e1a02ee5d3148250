"""The commands that begin as what is being written does, above the composer."""

from textual.content import Content
from textual.widgets import Static

from gradhelp.chat.slash import starting
from gradhelp.chat.voice import Voice

MOST = 6


class Suggestions(Static):
    """Hidden while there are none."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(markup=False, id="suggestions")
        self._voice = voice
        self.display = False

    def suggest(self, written: str) -> None:
        """Show what `written` may become."""
        found = [] if "\n" in written else starting(written)
        self.display = bool(found)
        width = max((len(each.name) for each in found[:MOST]), default=0)
        lines = [
            Content.assemble((each.name.ljust(width), "$primary"), "  ", (self._voice.say(each.about), "$secondary"))
            for each in found[:MOST]
        ]
        if len(found) > MOST:
            lines.append(Content("…").stylize("$secondary"))
        self.update(Content("\n").join(lines))
