"""Takes the teeth out of text that came from the user's program before any renderer sees it.

Invariants: what leaves here holds no escape sequence, no control character but newline and tab, no character that
changes the direction of text or is invisible, and no lone surrogate. `disarm_line` keeps the number of characters, so
that columns stay true, and lets the reader see that something was there.
"""

import re
import unicodedata

# CSI, OSC (ended by BEL or ST) and the two-character escapes, in their 7-bit and 8-bit forms.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]P^_X]|[\x9d\x90\x9e\x9f\x98])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]"
)
_PLAIN = re.compile(r"[\t\n -~]*")
_JOINERS = "\u200c\u200d"  # parts of Persian words and of emoji; they hide nothing
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
REPLACEMENT = "\ufffd"


def harmful(character: str) -> bool:
    """Whether a terminal, or a reader, could be deceived by this character."""
    return character not in "\n\t" and character not in _JOINERS and unicodedata.category(character) in _HARMFUL


def disarm(text: str) -> str:
    """`text` as prose: escape sequences are gone, line ends are newlines, harmful characters are left out."""
    if _PLAIN.fullmatch(text):
        return text
    lines = "\n".join(_SEQUENCE.sub("", text).splitlines())
    left_out = {ord(each): None for each in set(lines) if harmful(each)}
    prose = lines + ("\n" if text.endswith("\n") else "")
    # Most texts hold no such character, and to look each one up in an empty table takes long.
    return prose.translate(left_out) if left_out else prose


def disarm_line(text: str) -> str:
    """One line of source: harmful characters become a replacement character each."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(REPLACEMENT if each == "\n" or harmful(each) else each for each in text)


def one_line(text: str) -> str:
    """`text` as prose without line ends: for names, messages and titles that share a line with other text."""
    return " ".join(disarm(text).split())


def source_lines(text: str) -> list[str]:
    """The lines of a source file, split as Python splits them: at line feeds only, not at form feeds or U+2028."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [disarm_line(line) for line in lines]
