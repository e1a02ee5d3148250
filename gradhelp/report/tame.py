"""Text and Markdown of others, put into a Markdown document without their taking part in it.

Invariant: what comes out renders no HTML and no image, opens no block that reaches beyond its own end, and shows every
character of what went in. `Safe` marks what has been through here; the template environment escapes everything else.
"""

import re
from textwrap import indent

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gradhelp.report.disarm import disarm, one_line

_STRICT = MarkdownIt("commonmark", {"html": False})
_LENIENT = MarkdownIt("commonmark")
_ACTIVE = {"html_inline", "html_block", "image"}
_MARKUP = re.compile(r"([\\`*_\[\]<>&|~$])")
_BLOCK_START = re.compile(r"^(?:([#+=-])|(\d+)([.)]))")
_CODE_OR_TAG = re.compile(r"(?P<kept>\\.|(?P<run>`+)(?!`).+?(?<!`)(?P=run)(?!`))|(?P<html><)|(?P<image>!\[)", re.DOTALL)
_END = "gradhelp-end"
_TOP_HEADING = 4


class Safe(str):
    """Markdown that may stand in a document as it is."""


def escape(text: object) -> Safe:
    """Plain text on one line."""
    if isinstance(text, Safe):
        return text
    escaped = _MARKUP.sub(r"\\\1", one_line(str(text)))
    return Safe(_BLOCK_START.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\{match[3]}", escaped))


def code(text: str) -> Safe:
    """An inline code span."""
    clean = one_line(text) or " "
    fence = "`" * (_longest_run(clean) + 1)
    pad = " " if clean.startswith("`") or clean.endswith("`") else ""
    return Safe(f"{fence}{pad}{clean}{pad}{fence}")


def fenced(text: str, language: str = "text") -> Safe:
    """A code block of its own."""
    clean = disarm(text)
    fence = "`" * max(_longest_run(clean) + 1, 3)
    return Safe(f"{fence}{language}\n{clean.rstrip()}\n{fence}")


def tamed(markup: str) -> Safe:
    """Markdown as Markdown; as a code block where it would reach beyond its end."""
    quiet = _without_html(markup.strip())
    tokens = _LENIENT.parse(f"{quiet}\n\n{_END}")
    closed = len(tokens) >= 3 and tokens[-2].content == _END and tokens[-2].level == 1
    return Safe(_below(quiet)) if closed and not _active(tokens) else fenced(markup)


def tamed_line(markup: str) -> Safe:
    """Inline Markdown, for a heading or a sentence."""
    quiet = _without_html(one_line(markup))
    tokens = _LENIENT.parse(quiet)
    sentence = [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    return Safe(quiet) if sentence and not _active(tokens) else escape(markup)


def item(markup: str, columns: int = 3) -> Safe:
    """Markdown as the body of a list item, to follow a marker that takes so many columns."""
    return Safe(indent(tamed(markup), " " * columns).lstrip())


def link(address: str) -> Safe:
    """An address to follow, if it is one."""
    clean = one_line(address)
    return Safe(f"<{clean}>") if re.fullmatch(r"https?://[^\s<>]+", clean) else code(clean)


def _below(markup: str) -> str:
    """The same Markdown with its headings below those of the report."""
    headings = [token for token in _STRICT.parse(markup) if token.type == "heading_open" and token.map]
    deeper = _TOP_HEADING - min((int(token.tag[1]) for token in headings), default=_TOP_HEADING)
    lines = markup.split("\n")
    for token in headings:
        first = token.map[0] if token.map else 0
        if deeper > 0 and lines[first].startswith("#"):
            lines[first] = f"{'#' * min(int(token.tag[1]) + deeper, 6)}{lines[first].lstrip('#')}"
    return "\n".join(lines)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall(r"`+", text)), default=0)


def _active(tokens: list[Token]) -> bool:
    return any(token.type in _ACTIVE or _active(token.children or []) for token in tokens)


def _without_html(markup: str) -> str:
    """Backslashes before every `<` and image that stand outside of code."""
    lines = markup.split("\n")
    inside = {
        number
        for token in _STRICT.parse(markup)
        if token.type in ("fence", "code_block") and token.map
        for number in range(*token.map)
    }
    pieces: list[str] = []
    outside: list[str] = []
    for number, line in enumerate(lines):
        if number in inside:
            pieces += [*_quieted(outside), line]
            outside = []
        else:
            outside.append(line)
    return "\n".join([*pieces, *_quieted(outside)])


def _quieted(lines: list[str]) -> list[str]:
    return [_CODE_OR_TAG.sub(_quiet, "\n".join(lines))] if lines else []


def _quiet(match: re.Match[str]) -> str:
    return match["kept"] or ("\\<" if match["html"] else "!\\[")


def paragraphs(*parts: str) -> str:
    """Those of the pieces of Markdown that there are, each a paragraph of its own."""
    return "\n\n".join(part for part in parts if part)
