"""Two calm palettes, and which of them suits the terminal."""

from collections.abc import Mapping

from rich.terminal_theme import TerminalTheme
from textual.theme import Theme

DARK = Theme(
    name="gradhelp-dark",
    primary="#7fb0d8",
    secondary="#8f9bb3",
    accent="#e0b074",
    warning="#e0b074",
    error="#e0837a",
    success="#93bf8f",
    foreground="#d8dbe2",
    background="#14161b",
    surface="#1b1e25",
    panel="#242832",
    dark=True,
)
LIGHT = Theme(
    name="gradhelp-light",
    primary="#2a6496",
    secondary="#5c6675",
    accent="#9a5f10",
    warning="#9a5f10",
    error="#b3372c",
    success="#2f7a3a",
    foreground="#262b33",
    background="#fbfaf8",
    surface="#f1efeb",
    panel="#e5e2dc",
    dark=False,
)

# The sixteen colours of a terminal, as the reports use them, in tones that go with the palettes.
_DARK_NORMAL = [
    (0x14, 0x16, 0x1B), (0xE0, 0x7A, 0x72), (0x93, 0xBF, 0x8F), (0xE0, 0xB0, 0x74),
    (0x7F, 0xB0, 0xD8), (0xC0, 0x9A, 0xD0), (0x7C, 0xC0, 0xBE), (0xD8, 0xDB, 0xE2),
]  # fmt: skip
_LIGHT_NORMAL = [
    (0x26, 0x2B, 0x33), (0xB3, 0x37, 0x2C), (0x2F, 0x7A, 0x3A), (0x9A, 0x5F, 0x10),
    (0x2A, 0x64, 0x96), (0x7A, 0x48, 0x8F), (0x1F, 0x74, 0x74), (0x5C, 0x66, 0x75),
]  # fmt: skip
ANSI_DARK = TerminalTheme((0x14, 0x16, 0x1B), (0xD8, 0xDB, 0xE2), _DARK_NORMAL)
ANSI_LIGHT = TerminalTheme((0xFB, 0xFA, 0xF8), (0x26, 0x2B, 0x33), _LIGHT_NORMAL)


def suited_theme(environment: Mapping[str, str]) -> Theme:
    """Light where the terminal says through COLORFGBG that its background is; dark otherwise."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK
