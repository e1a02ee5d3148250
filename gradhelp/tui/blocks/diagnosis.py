"""A diagnosis, drawn as the command line draws it."""

from rich.console import RenderableType
from textual.binding import Binding
from textual.widgets import Static

from gradhelp.tui.messages import CopyRequested


class DiagnosisBlock(Static):
    """With the focus on it, C copies the diagnosis as Markdown."""

    can_focus = True
    BINDINGS = [Binding("c", "copy_markdown", show=False)]  # noqa: RUF012 - textual declares it as an instance's

    def __init__(self, renderable: RenderableType, markdown: str) -> None:
        super().__init__(renderable, markup=False)
        self.markdown = markdown

    def action_copy_markdown(self) -> None:
        """Ask for the Markdown in the clipboard."""
        self.post_message(CopyRequested(self.markdown))
