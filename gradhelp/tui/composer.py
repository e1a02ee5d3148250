"""Where the user writes: Enter sends, Shift+Enter or Ctrl+J breaks the line, a long paste becomes a token.

A terminal without bracketed paste delivers a paste as keys, its line ends as Enter. No hand types a key within BURST of
Enter, so an Enter that is followed as fast as that is a line end.

Invariant: what is sent is what was typed and pasted, apart from escape sequences and control characters.
"""

from dataclasses import dataclass

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import TextArea

from gradhelp.chat.slash import starting
from gradhelp.chat.voice import Voice
from gradhelp.report.disarm import disarm
from gradhelp.tui.history import History
from gradhelp.tui.pasted import PasteShelf, is_long

BURST = 0.04
NEWLINE_KEYS = frozenset({"shift+enter", "ctrl+j", "alt+enter", "ctrl+enter"})


class Composer(TextArea):
    """The input of the chat."""

    @dataclass
    class Submitted(Message):
        """The user sent this."""

        text: str

    @dataclass
    class Interrupted(Message):
        """Ctrl+C with nothing selected to copy."""

    @dataclass
    class HelpWanted(Message):
        """A question mark, with nothing else written."""

    BINDINGS = [Binding("tab", "app.choose", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    def __init__(self, voice: Voice) -> None:
        super().__init__(soft_wrap=True, show_line_numbers=False, highlight_cursor_line=False, id="composer")
        self.set_reactive(TextArea.cursor_blink, False)
        self.burst = BURST
        """Seconds in which a key after Enter cannot have been typed; 0 sends at once."""
        self._enter: Timer | None = None
        self._voice = voice
        self._shelf = PasteShelf()
        self._history = History()
        self.relabel()

    def relabel(self) -> None:
        """Show the placeholder in the language of the conversation."""
        self.placeholder = self._voice.say("placeholder")

    def expand_pastes(self) -> bool:
        """Show the long pastes of the message in full; tells whether there were any."""
        full = self._shelf.expand(self.text)
        if full == self.text:
            return False
        self._shelf.clear()
        self._show(full)
        return True

    def reset(self) -> None:
        """Drop what was being written."""
        self._shelf.clear()
        self.clear()

    def render_line(self, y: int) -> Strip:
        """Nothing where nothing has room: textual cannot break its placeholder then."""
        return super().render_line(y) if self.content_size.width > 0 else Strip.blank(self.size.width)

    async def _on_key(self, event: events.Key) -> None:
        if self._enter is not None:
            self._enter.stop()
            self._enter = None
            self.insert("\n")
        if event.character in ("?", "？") and not self.text:
            event.stop()
            event.prevent_default()
            self.post_message(self.HelpWanted())
        elif event.key == "tab" and starting(self.text):
            event.stop()
            event.prevent_default()
            self.write(starting(self.text)[0].name + " ")
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            self._take_enter()
        elif event.key in NEWLINE_KEYS:
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)

    def _take_enter(self) -> None:
        if self.burst:
            self._enter = self.set_timer(self.burst, self._send)
        else:
            self._send()

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self._insert_paste(disarm(event.text))

    def _insert_paste(self, text: str) -> None:
        self.insert(self._token(text) if is_long(text) else text)
        self.focus()

    def _token(self, text: str) -> str:
        lines = text.strip("\n").count("\n") + 1
        if lines > 1:
            return self._shelf.hold(text, self._voice.say("pasted", count=lines))
        return self._shelf.hold(text, self._voice.say("pasted_long", count=len(text)))

    def _send(self) -> None:
        self._enter = None
        text = self._shelf.expand(self.text)
        if text.strip():
            self._history.add(text)
            self.reset()
            self.post_message(self.Submitted(text))

    def write(self, text: str) -> None:
        """Replace what is written, the cursor behind it."""
        self._show(text)

    def _show(self, text: str) -> None:
        self.load_text(text)
        self.move_cursor(self.document.end)

    def action_cursor_up(self, select: bool = False) -> None:
        """Up on the first line goes back in the history."""
        row = self.wrapped_document.location_to_offset(self.cursor_location).y
        if select or row > 0 or not self._recall(self._history.back(self._shelf.expand(self.text))):
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Down on the last line goes forward in the history."""
        row = self.wrapped_document.location_to_offset(self.cursor_location).y
        if select or row < self.wrapped_document.height - 1 or not self._recall(self._history.forward()):
            super().action_cursor_down(select)

    def _recall(self, text: str | None) -> bool:
        if text is None:
            return False
        self._shelf.clear()
        self._show(self._token(text) if is_long(text) else text)
        return True

    def action_delete_left(self) -> None:
        """Backspace after a token removes the paste as a whole."""
        row, column = self.cursor_location
        token = self._shelf.token_before(self.document.get_line(row)[:column])
        if token and self.selection.is_empty:
            self.delete((row, column - len(token)), (row, column))
        else:
            super().action_delete_left()

    def action_copy(self) -> None:
        """Ctrl+C copies what is selected; with nothing selected it interrupts, as in any terminal."""
        if self.selection.is_empty:
            self.post_message(self.Interrupted())
        else:
            super().action_copy()
