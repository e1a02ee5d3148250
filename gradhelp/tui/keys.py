"""The keys of the chat, and the last line, which tells those that do something now."""

from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from gradhelp.chat.voice import Voice

BINDINGS = (
    Binding("escape", "escape", show=False, priority=True),
    Binding("ctrl+y", "copy_diagnosis", show=False, priority=True),
    Binding("ctrl+o", "expand", show=False, priority=True),
    Binding("ctrl+t", "switch_theme", show=False, priority=True),
    Binding("f1", "help_wanted", show=False, priority=True),
    Binding("f2", "pick_file", show=False, priority=True),
    Binding("f3", "pick_session", show=False, priority=True),
    Binding("ctrl+q", "quit", show=False, priority=True),
    Binding("ctrl+c", "interrupt", show=False),
    Binding("ctrl+n,alt+down", "part(1)", show=False, priority=True),
    Binding("alt+up", "part(-1)", show=False, priority=True),
    Binding("pageup,ctrl+up", "scroll(-1)", show=False, priority=True),
    Binding("pagedown,ctrl+down", "scroll(1)", show=False, priority=True),
)
IDLE = (
    ("Enter", "key_send"),
    ("Ctrl+J", "key_newline"),
    ("F2", "key_file"),
    ("Ctrl+P", "key_palette"),
    ("Ctrl+Y", "key_copy"),
    ("Ctrl+O", "key_expand"),
    ("Ctrl+T", "key_theme"),
    ("?", "key_help"),
    ("Ctrl+Q", "key_quit"),
)
CHOOSING = (IDLE[0], ("Tab", "key_choose"), *IDLE[1:])
ANSWERED = (IDLE[0], ("Ctrl+N", "key_parts"), *IDLE[1:])
RUNNING = (("Esc", "key_stop"), ("Enter", "key_send"), ("Ctrl+Q", "key_quit"))
GAP = "   "


class KeyBar(Static):
    """Keys that do not fit are left out from the middle: the first and the last are the ones to know."""

    running: reactive[bool] = reactive(False, layout=True)
    choosing: reactive[bool] = reactive(False, layout=True)
    answered: reactive[bool] = reactive(False, layout=True)
    """Whether there is an answer to go through."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(markup=False, id="keys")
        self._voice = voice

    def render(self) -> Content:
        """The keys as one line."""
        parts = [
            Content.assemble((key, "$primary"), " ", (self._voice.say(label), "$secondary"))
            for key, label in self._keys
        ]
        while len(parts) > 2 and self._width(parts) > self.content_size.width:
            del parts[-2]
        return Content(GAP).join(parts)

    @property
    def _keys(self) -> tuple[tuple[str, str], ...]:
        if self.running:
            return RUNNING
        return CHOOSING if self.choosing else ANSWERED if self.answered else IDLE

    def _width(self, parts: list[Content]) -> int:
        return sum(part.cell_length for part in parts) + len(GAP) * (len(parts) - 1)
