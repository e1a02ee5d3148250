"""Windows to pick something in: a file, an earlier conversation. Escape leaves without a choice.

Names come from the disk and from pastes: they are shown disarmed, never as markup.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, OptionList, Static
from textual.widgets.directory_tree import DirEntry
from textual.widgets.option_list import Option
from textual.widgets.tree import TreeNode

from gradhelp.chat.scripts import PROGRAMS
from gradhelp.chat.sessions import Header
from gradhelp.report.disarm import one_line

SHOWN = (*PROGRAMS, ".txt", ".log")
ESCAPE = Binding("escape", "leave", show=False, priority=True)


class Programs(DirectoryTree):
    """Folders, programs and logs; nothing hidden. Its signs are there in every font, which emoji are not."""

    ICON_NODE, ICON_NODE_EXPANDED, ICON_FILE = "▸ ", "▾ ", ""

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """What could be given."""
        return [each for each in paths if not each.name.startswith(".") and self._fits(each)]

    def render_label(self, node: TreeNode[DirEntry], base_style: Style, style: Style) -> Text:
        """The name, disarmed."""
        label = super().render_label(node, base_style, style)
        safe = one_line(label.plain)
        return label if safe == label.plain.strip() else Text(safe, style=style)

    def _fits(self, path: Path) -> bool:
        try:
            return path.suffix in SHOWN or path.is_dir()
        except OSError:
            return False


Chosen = TypeVar("Chosen")


class Picker(ModalScreen[Chosen | None]):
    """Gives what was chosen, once: the second of two quick keys comes when it has been left already."""

    BINDINGS = [ESCAPE]  # noqa: RUF012 - textual declares it as an instance's

    def leave(self, chosen: Chosen | None) -> None:
        """Close with this choice."""
        if self.app.screen is self:
            self.dismiss(chosen)

    def action_leave(self) -> None:
        """No choice."""
        self.leave(None)


class FilePicker(Picker[Path]):
    """Gives the file that was chosen."""

    def __init__(self, folder: Path, title: str) -> None:
        super().__init__()
        self._folder = folder
        self._title = title

    def compose(self) -> ComposeResult:
        """The tree below its title."""
        with Vertical():
            yield Static(self._title, markup=False, classes="title")
            yield Programs(self._folder)

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        """A file was chosen."""
        event.stop()
        self.leave(event.path)


class SessionPicker(Picker[Header]):
    """Gives the conversation that was chosen."""

    def __init__(self, headers: Sequence[Header], title: str) -> None:
        super().__init__()
        self._headers = tuple(headers)
        self._title = title

    def compose(self) -> ComposeResult:
        """The list below its title."""
        with Vertical():
            yield Static(self._title, markup=False, classes="title")
            yield OptionList(*(Option(self._line(each)) for each in self._headers))

    def _line(self, header: Header) -> Content:
        when = f"{header.when.astimezone():%Y-%m-%d %H:%M}"
        return Content.assemble((when, "$secondary"), "  ", one_line(header.title) or "…")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A conversation was chosen."""
        event.stop()
        self.leave(self._headers[event.option_index])
