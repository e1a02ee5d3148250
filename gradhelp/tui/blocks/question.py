"""The one question that is open, with the answers that are at hand."""

from collections.abc import Iterable

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widgets import Button, Static

from gradhelp.chat.turns import Option
from gradhelp.report.disarm import disarm
from gradhelp.tui.messages import Replied

WIDEST_ROW = 56
"""Cells that the options may take side by side; on narrow screens they always stand below each other."""


class QuestionBlock(VerticalGroup):
    """Choosing an option is the same as typing its reply; typing is always possible as well."""

    def __init__(self, text: str, options: Iterable[Option]) -> None:
        super().__init__()
        self._text = text
        self._options = tuple(options)
        width = sum(cell_len(option.label) + 3 for option in self._options)
        self.set_class(width > WIDEST_ROW, "-tall")

    def compose(self) -> ComposeResult:
        """The question above its options."""
        yield Static(disarm(self._text), markup=False)
        if self._options:
            with HorizontalGroup():
                for option in self._options:
                    yield Button(Content(option.label), compact=True, name=option.reply)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An option was chosen."""
        event.stop()
        self.post_message(Replied(event.button.name or ""))

    def close(self) -> None:
        """The question has been answered, or has become pointless."""
        self.query(Button).set(disabled=True)
        self.add_class("-closed")
