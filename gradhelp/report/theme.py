"""Colours and glyphs of the reports. Every meaning that a colour carries is carried by a glyph or a word as well.

Only the sixteen colours of the terminal's own palette are used, so that light and dark themes both stay legible.
"""

from rich.theme import Theme

from gradhelp.model.diagnosis import Severity, Status
from gradhelp.report.trail import Mark

GUTTER: dict[Mark, tuple[str, str]] = {
    "alive": ("┃", "green"),
    "cut": ("╳", "bold red"),
    "gone": ("┊", "dim"),
    "here": ("▸", "bold red"),
    "plain": (" ", "dim"),
}
SEVERITY: dict[Severity, str] = {"error": "bold red", "warning": "bold yellow", "note": "bold blue"}
STATUS: dict[Status, tuple[str, str]] = {
    "diagnosed": ("✗", "bold red"),
    "healthy": ("✓", "bold green"),
    "inconclusive": ("?", "bold yellow"),
    "not-a-gradient-problem": ("→", "bold blue"),
}
HEADING = "bold"
FRAME = "blue"

PROSE = Theme(
    {
        "markdown.code": "cyan",
        "markdown.code_block": "cyan",
        "markdown.h1": HEADING,
        "markdown.h2": HEADING,
        "markdown.h3": HEADING,
        "markdown.h4": HEADING,
        "markdown.item.bullet": "blue",
        "markdown.item.number": "blue",
        "markdown.link": "default",
        "markdown.link_url": "underline",
    }
)
