"""Something that could not be done."""

from textual.widgets import Static

from gradhelp.report.disarm import disarm


class ErrorBlock(Static):
    """Text that stands out."""

    def __init__(self, text: str) -> None:
        super().__init__(disarm(text), markup=False)
