"""The one question that is open, with the answers that are at hand."""

from collections.abc import Iterable

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from gradhelp.chat.choice import numbered
from gradhelp.chat.turns import Option
from gradhelp.report.disarm import disarm, one_line
from gradhelp.tui.messages import Replied

WIDEST_ROW = 56
"""Cells that the options may take side by side; on narrow screens they always stand below each other."""


class QuestionBlock(VerticalGroup):
    """Choosing an option is the same as typing its reply; typing is always possible as well."""

    BINDINGS = [  # noqa: RUF012 - textual declares it as an instance's
        Binding("left,up", "move(-1)", show=False),
        Binding("right,down", "move(1)", show=False),
    ]

    def __init__(self, text: str, options: Iterable[Option]) -> None:
        super().__init__()
        self._text = text
        self._options = tuple(options)
        self._labels = numbered(self._options)
        width = sum(cell_len(label) + 3 for label in self._labels)
        self.set_class(width > WIDEST_ROW, "-tall")

    def compose(self) -> ComposeResult:
        """The question above its options."""
        yield Static(disarm(self._text), markup=False)
        if self._options:
            with HorizontalGroup():
                for label, option in zip(self._labels, self._options, strict=True):
                    yield Button(Content(one_line(label)), compact=True, name=option.reply)

    def action_move(self, step: int) -> None:
        """From one option to the next, and from the last to the first."""
        options, focused = self.open_options, self.screen.focused
        if focused in options:
            options[(options.index(focused) + step) % len(options)].focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An option was chosen."""
        event.stop()
        self.post_message(Replied(event.button.name or ""))

    @property
    def open_options(self) -> list[Widget]:
        """What can still be chosen."""
        return [button for button in self.query(Button) if not button.disabled]

    def close(self) -> None:
        """The question has been answered, or has become pointless."""
        self.query(Button).set(disabled=True)
        self.add_class("-closed")
