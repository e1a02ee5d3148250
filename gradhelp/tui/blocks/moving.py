"""The keys that move sideways what is wider than the screen.

Invariant: it takes the focus only where there is something out of sight.
"""

from textual.binding import Binding
from textual.widget import Widget

STEP = 8
"""Cells that one key press moves."""
MOVES = (
    Binding("left", "move(-1)", show=False),
    Binding("right", "move(1)", show=False),
    Binding("home", "move_to_start", show=False),
    Binding("end", "move_to_end", show=False),
)


class Moving(Widget):
    """The second base of a widget that scrolls along its lines and names MOVES among its bindings: the first gives the CSS."""

    def allow_focus(self) -> bool:
        """Whether there is anything to move to."""
        return super().allow_focus() and self.max_scroll_x > 0

    def action_move(self, steps: int) -> None:
        """A few cells to the left or to the right."""
        self.scroll_to(x=self.scroll_x + steps * STEP, animate=False)

    def action_move_to_start(self) -> None:
        """Where the lines begin."""
        self.scroll_to(x=0, animate=False)

    def action_move_to_end(self) -> None:
        """Where the longest line ends."""
        self.scroll_to(x=self.max_scroll_x, animate=False)
