"""A diagnosis → text for a terminal, Markdown, JSON, or a renderable for the chat.

Invariant: whatever texts a diagnosis holds, no renderer raises, and none lets control characters, markup or HTML of the
user's through. Each renderer is imported when it is used: JSON needs neither rich nor jinja2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gradhelp.report.phrases import Lang

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gradhelp.model.diagnosis import Diagnosis
    from gradhelp.report.pieces import Parts

__all__ = ["Lang", "parts", "renderable", "to_json", "to_markdown", "to_text", "to_text_fix", "to_text_proof"]


def to_text(diagnosis: "Diagnosis", sources: Mapping[str, str], lang: Lang, width: int, colour: bool) -> str:
    """Text of `width` columns (40 to 200). `sources`: file as the findings name it → its text; may lack any."""
    from gradhelp.report import text

    return text.to_text(diagnosis, sources, lang, width, colour)


def to_text_fix(diagnosis: "Diagnosis", lang: Lang, width: int, colour: bool) -> str:
    """The first finding in one line, its change, and whether the change was seen to work."""
    from gradhelp.report import proved, text

    return text.drawn(proved.fix_page(diagnosis, lang), width, colour)


def to_text_proof(diagnosis: "Diagnosis", lang: Lang, width: int, colour: bool) -> str:
    """What trying the fixes has shown, to be printed behind a page that was printed before."""
    from gradhelp.report import proved, text

    return text.drawn(proved.proved(diagnosis, lang), width, colour)


def to_markdown(diagnosis: "Diagnosis", sources: Mapping[str, str], lang: Lang) -> str:
    """Markdown (CommonMark) for a pull request, a wiki or a chat."""
    from gradhelp.report import markdown

    return markdown.to_markdown(diagnosis, sources, lang)


def to_json(diagnosis: "Diagnosis") -> str:
    """The JSON object of the contract, one a call, ending in a newline."""
    from gradhelp.report import result_json

    return result_json.to_json(diagnosis)


def renderable(diagnosis: "Diagnosis", sources: Mapping[str, str], lang: Lang) -> "RenderableType":
    """What `to_text` draws, for another rich console."""
    from gradhelp.report import page

    return page.page(diagnosis, sources, lang)


def parts(diagnosis: "Diagnosis", sources: Mapping[str, str], lang: Lang) -> "Parts":
    """What `to_text` draws, in the parts that may be folded or put into tabs."""
    from gradhelp.report import pieces

    return pieces.parts(diagnosis, sources, lang)
