"""Where a line of Chinese may end: rich and textual break lines only at blanks, and Chinese has none.

Invariant: joined, the pieces of a text are the text; one without wide characters is cut where rich cuts it.
Source: the classes ID, OP, CL and QU of Unicode Standard Annex 14, as far as our texts need them.
"""

import re
from collections.abc import Iterator

import rich._wrap
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_WIDE = (
    r"\u2e80-\u2fff\u3003-\u3007\u3012\u3013\u3021-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    r"\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U00020000-\U0003ffff"
)
_OPENS = "（【「『《〈〔［｛“‘"
_CLOSES = "、。，．；：！？）】」』》〉〕］｝”’…—·％℃～〜"
_OPEN = rf"(?:[{_OPENS}]|[(\[](?=[{_WIDE}]))"
_NARROW = rf"(?!{_OPEN})[^\s{_WIDE}{_CLOSES}]"
_PIECE = rf"{_OPEN}*(?:[{_WIDE}][)\],.;:!?]*|(?:{_NARROW})+)?[{_CLOSES}]*"
_CJK = re.compile(rf"[{_WIDE}{_OPENS}{_CLOSES}]")
_WORD = re.compile(rf"\s*(?=\S){_PIECE}\s*")
CHUNK = re.compile(rf"(?=\S){_PIECE}\s*|\s+")
"""A piece with the blanks behind it, or blanks alone."""
_rich_words = rich._wrap.words


def words(text: str) -> Iterator[tuple[int, int, str]]:
    """The pieces of a text between which a line may end, each with the blanks behind it: start, end, piece."""
    if not _CJK.search(text):
        yield from _rich_words(text)
        return
    position = 0
    while match := _WORD.match(text, position):
        position = match.end()
        yield match.start(), position, match[0]


def break_chinese_lines() -> None:
    """From now on rich, and textual through it, breaks lines as `words` says: neither has a setting for it."""
    rich._wrap.words = words


def join_chinese_lines(parser: MarkdownIt) -> None:
    """A plug-in: where a line of the Markdown ends between two Chinese characters, the reader sees no blank."""
    parser.core.ruler.push("join_chinese_lines", _join)


def _join(state: StateCore) -> None:
    for token in state.tokens:
        children = token.children or []
        token.children = [each for number, each in enumerate(children) if not _between_chinese(children, number)]


def _between_chinese(children: list[Token], number: int) -> bool:
    if children[number].type != "softbreak" or not 0 < number < len(children) - 1:
        return False
    before, after = children[number - 1].content, children[number + 1].content
    return bool(_CJK.match(before[-1:]) and _CJK.match(after[:1]))
