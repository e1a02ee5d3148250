"""All simulators as a table for a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from gradhelp.catalog.simulator import Simulator
from gradhelp.recommend.words import say
from gradhelp.report.phrases import Lang
from gradhelp.report.simulators import COLUMNS, row


def table(simulators: Sequence[Simulator], lang: Lang) -> RenderableType:
    """A row each, in the order of COLUMNS."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in COLUMNS:
        made.add_column(say(lang, f"column_{column}"), style="cyan" if column == "name" else "", overflow="fold")
    for each in simulators:
        made.add_row(*(Text(text) for text in row(each, lang)))
    return made
