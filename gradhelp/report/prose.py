"""Markdown for a terminal: headings at the left, code in its backticks; no HTML, images, hyperlinks or backgrounds."""

from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from gradhelp.report.linebreak import join_chinese_lines
from gradhelp.report.theme import PROSE

MOST_COLUMNS = 100
_PARSER = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_inline", "html_block"])
_PARSER.use(join_chinese_lines)
_INLINE = {"strong": "bold", "em": "italic"}


class _Heading(Heading):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = Text(str(self.text).rstrip("\n"), style="markdown.code_block", overflow="fold", tab_size=4)
        yield Padding(code, (0, 0, 0, 2))


class Prose(Markdown):
    """A piece of Markdown; lines are never longer than is pleasant to read."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
    }

    def __init__(self, markup: str) -> None:
        super().__init__("", hyperlinks=False)
        self.parsed = _PARSER.parse(markup)
        for token in self.parsed:
            _show_backticks(token)
            _show_addresses_once(token)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        narrow = options.update(width=min(options.max_width, MOST_COLUMNS))
        with console.use_theme(PROSE):
            segments = list(super().__rich_console__(console, narrow))
            lines = console.render_lines(_Ready(segments), narrow, pad=False)
        for line in lines:
            yield from line
            yield Segment.line()


class _Ready:
    """Segments and renderables that were produced under a theme and must be resolved under it."""

    def __init__(self, segments: list[RenderableType | Segment]) -> None:
        self._segments = segments

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self._segments


def inline(markup: str, style: str = "") -> Text:
    """One line of Markdown (a title) as text; what would be a block is plain text."""
    text = Text(style=style)
    styles: list[str] = []
    for token in _PARSER.parseInline(" ".join(markup.split()))[0].children or []:
        name = token.type.rpartition("_")[0]
        if name in _INLINE and token.nesting:
            styles.append(_INLINE[name]) if token.nesting > 0 else styles.pop()
        elif token.type == "code_inline":
            text.append(f"`{token.content}`", style="cyan")
        elif token.content:
            text.append(token.content, style=" ".join(styles))
    return text


def _show_backticks(token: Token) -> None:
    """Without colour, code would look like any other word."""
    for child in token.children or []:
        if child.type == "code_inline":
            child.content = f"`{child.content}`"


def _show_addresses_once(token: Token) -> None:
    """An address in angle brackets is its own text; as a link it would be followed by itself in parentheses."""
    token.children = [child for child in token.children or [] if child.markup != "autolink"] or token.children
