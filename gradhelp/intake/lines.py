"""Text as pasted → numbered lines that can be read: no colours, control characters, entities or typographic quotes.

Bounds the work for everything after it: of an enormous paste the two ends are kept, of an enormous line the beginning.
"""

import html
import re
from typing import NamedTuple

MAX_LINES = 16_000
MAX_WIDTH = 3_000

ANSI = re.compile(
    r"""
      (?:\x1b|\x9b|␛|\\u001b|\\x1b|\\033|\\e|\^\[) \[ [0-9:;<=>?]*+ [ -/]*+ [@-~]   # CSI, also written out
    | \x1b \] [^\x07\x1b\n]*+ (?: \x07 | \x1b\\ )                                   # OSC: links, window titles
    | \x1b [@-Z\\-_]
    | \[ \d{1,3} (?: ; \d{1,3} ){0,5} m                                             # colour that lost its escape
    """,
    re.VERBOSE,
)
EDITOR_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((?:vscode|https://file|file|command)[^()\s]{0,600}\)")
TAG = re.compile(r"</?(?:span|pre|div|code|br|p|a|b|td|tr|table|font)\b[^<>\n]{0,300}>")
ENTITY_SIGNS = ("&quot;", "&lt;", "&gt;", "&#39;", "&#x27;")

WRITTEN_OUT = re.compile(r"\(most recent call last\):\\r?\\?n *File")
ESCAPE = re.compile(r"""\\([\\nrt"'])""")
ESCAPES = {"\\": "\\", "n": "\n", "r": "", "t": "    ", '"': '"', "'": "'"}
RUN_TOGETHER = re.compile(r"\(most recent call last\): +File [\"']")
ONE_CALL = re.compile(r" (File [\"'][^\"'\n]{1,400}[\"'], line \d{1,9}, in [<\w>]{1,200}) ")
LAST_TYPE = re.compile(r" ((?:[a-z_]\w{0,60}\.){0,6}[A-Z]\w{0,80}(?:Error|Exception): )")

CONTROL = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, *range(0x80, 0xA0)))
INVISIBLE = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
BLANKS = dict.fromkeys((0xA0, 0x3000, *range(0x2000, 0x200B), 0x202F, 0x205F), " ")
PLAIN = CONTROL | INVISIBLE | BLANKS
STRAIGHT = str.maketrans("“”„‟«»＂‘’‚‛′＇：", '"""""""\'\'\'\'\'\':')


class Line(NamedTuple):
    """One line. `text` and `raw` have the same length, so that what is cut from one can be cut from the other."""

    number: int
    """0-based place in the paste."""
    text: str
    """For reading: typographic quotes and colons are straight."""
    raw: str
    """As pasted, for handing code back."""

    def cut(self, start: int) -> "Line":
        """Without the first `start` characters."""
        return Line(self.number, self.text[start:], self.raw[start:])


def plain(text: str) -> str:
    """The text without colours, markup left by editors, control and invisible characters; line ends are newlines."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    if "](" in text:
        text = EDITOR_LINK.sub(r"\1", text)
    if any(sign in text for sign in ENTITY_SIGNS):
        text = html.unescape(TAG.sub("", text)).encode("utf-8", "replace").decode("utf-8")
    return _lined(text).translate(PLAIN)


def _lined(text: str) -> str:
    """A traceback on one line, on lines again: its line ends were written out (JSON, repr) or became blanks (forms)."""
    if WRITTEN_OUT.search(text):
        text = ESCAPE.sub(lambda found: ESCAPES[found[1]], text)
    if RUN_TOGETHER.search(text):
        text = LAST_TYPE.sub(r"\n\1", ONE_CALL.sub(r"\n  \1\n    ", text))
    return text


def read_lines(text: str) -> list[Line]:
    """The lines of a paste, at most MAX_LINES of them."""
    raws = plain(text).split("\n")
    numbers = range(len(raws))
    if len(raws) > MAX_LINES:
        half = MAX_LINES // 2
        numbers = [*numbers[:half], *numbers[-half:]]  # type: ignore[assignment] # a sequence of numbers either way
    return [_line(number, raws[number].rstrip()[:MAX_WIDTH].expandtabs(4)) for number in numbers]


def _line(number: int, raw: str) -> Line:
    return Line(number, raw.translate(STRAIGHT), raw)
