"""What the user sent, a long message folded to its first lines."""

from textual.binding import Binding
from textual.content import Content
from textual.reactive import var
from textual.widgets import Static

from gradhelp.chat.voice import Voice
from gradhelp.report.disarm import disarm

FOLDED_LINES = 3
LONGEST_UNFOLDED = 8
LONGEST_SHOWN = 3000
LONGEST_LINE = 2000


class UserBlock(Static):
    """A click, or Enter with the focus on it, folds and unfolds a long message."""

    BINDINGS = [Binding("enter", "fold", show=False)]  # noqa: RUF012 - textual declares it as an instance's
    folded: var[bool] = var(True, init=False)

    def __init__(self, text: str, voice: Voice) -> None:
        super().__init__(markup=False)
        self._lines = [_clipped(line) for line in disarm(text).strip("\n").split("\n")]
        self._fold_label = voice.say("show_less")
        self._unfold_label = f"[{voice.say('pasted', count=len(self._lines))}] {voice.say('show_all')}"
        self.can_focus = self.is_long
        self.set_class(self.is_long, "-long")

    @property
    def is_long(self) -> bool:
        """Whether there is something to fold."""
        return len(self._lines) > LONGEST_UNFOLDED

    def _shown(self) -> Content:
        if not self.is_long:
            return Content("\n".join(self._lines))
        if self.folded:
            return Content("\n".join([*self._lines[:FOLDED_LINES], ""])) + self._label(self._unfold_label)
        return Content("\n".join([*self._lines[:LONGEST_SHOWN], ""])) + self._label(self._fold_label)

    def _label(self, text: str) -> Content:
        return Content(text).stylize("$secondary")

    def on_mount(self) -> None:
        """Show the message."""
        self.update(self._shown())

    def watch_folded(self) -> None:
        """Show more, or less."""
        self.update(self._shown())

    def on_click(self) -> None:
        """Fold or unfold."""
        self.action_fold()

    def action_fold(self) -> None:
        """Fold or unfold."""
        if self.is_long:
            self.folded = not self.folded


def _clipped(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
