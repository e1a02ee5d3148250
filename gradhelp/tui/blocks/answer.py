"""An answer in Markdown."""

from markdown_it import MarkdownIt
from pygments.token import Token  # type: ignore[import-untyped]  # pygments ships no types
from textual.content import Content
from textual.highlight import HighlightTheme, TokenType, highlight
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock, MarkdownFence

from gradhelp.report.linebreak import join_chinese_lines
from gradhelp.tui.blocks.moving import MOVES, Moving


def strict_parser() -> MarkdownIt:
    """CommonMark and tables. HTML is shown as text instead of being dropped, and nothing becomes a link by itself."""
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).use(join_chinese_lines)


class DiffTheme(HighlightTheme):
    """Colours of code, those of a diff included."""

    STYLES: dict[TokenType, str] = {  # noqa: RUF012 - textual declares it as an instance's
        **HighlightTheme.STYLES,
        Token.Generic.Deleted: "$error",
        Token.Generic.Inserted: "$success",
        Token.Operator: "",
    }


class CodeFence(MarkdownFence, Moving):
    """A code block in which a diff reads as one; where it is wider than the screen, ← and → move it."""

    can_focus = True
    BINDINGS = [*MOVES]  # noqa: RUF012 - textual declares it as an instance's

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        """The code in colours."""
        if ansi:
            return super().highlight(code, language, ansi, dark)
        return highlight(code, language=language or None, theme=DiffTheme)


class AnswerBlock(Markdown):
    """Links open only if they lead to the web."""

    BLOCKS: dict[str, type[MarkdownBlock]] = {  # noqa: RUF012 - textual declares it as an instance's
        **Markdown.BLOCKS,
        "fence": CodeFence,
        "code_block": CodeFence,
    }

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown
        """As it was given."""
        super().__init__(markdown, parser_factory=strict_parser, open_links=False)

    def on_markdown_link_clicked(self, event: Markdown.LinkClicked) -> None:
        """Open the address in the user's browser."""
        event.stop()
        if event.href.startswith(("https://", "http://")):
            self.app.open_url(event.href)
