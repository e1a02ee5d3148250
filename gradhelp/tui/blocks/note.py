"""A remark in passing."""

from textual.widgets import Static

from gradhelp.report.disarm import disarm


class NoteBlock(Static):
    """Quiet text."""

    def __init__(self, text: str) -> None:
        super().__init__(disarm(text), markup=False)
