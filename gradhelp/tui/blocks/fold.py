"""A heading, and below it what may be folded away."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalGroup
from textual.content import Content
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from gradhelp.report.disarm import one_line

CLOSED, OPEN = "▸", "▾"


class FoldHeading(Static):
    """Enter or a click folds and unfolds."""

    can_focus = True
    BINDINGS = [Binding("enter,space", "fold", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    def action_fold(self) -> None:
        """Fold or unfold what stands below."""
        fold = self.parent
        if isinstance(fold, Fold):
            fold.folded = not fold.folded

    def on_click(self) -> None:
        """The same by mouse."""
        self.action_fold()


class Fold(VerticalGroup):
    """Holds one body."""

    folded: var[bool] = var(False)

    def __init__(self, heading: str, *body: Widget, folded: bool = False) -> None:
        super().__init__()
        self._title = one_line(heading)
        self._body = VerticalGroup(*body, classes="body")
        self._heading = FoldHeading(self._line(folded), markup=False)
        self.set_reactive(Fold.folded, folded)
        self._body.display = not folded

    def compose(self) -> ComposeResult:
        """The heading above the body."""
        yield self._heading
        yield self._body

    def watch_folded(self, folded: bool) -> None:
        """Show the body, or hide it."""
        self._body.display = not folded
        self._heading.update(self._line(folded))

    def _line(self, folded: bool) -> Content:
        return Content.assemble((CLOSED if folded else OPEN, "$secondary"), " ", (self._title, "bold"))
