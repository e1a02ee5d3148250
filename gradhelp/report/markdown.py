"""A diagnosis as Markdown, through `knowledge/templates/report.md.j2`."""

from collections.abc import Mapping

from gradhelp.model.diagnosis import Diagnosis, Finding
from gradhelp.report import sentences
from gradhelp.report.disarmed import disarmed
from gradhelp.report.losses import loss_table
from gradhelp.report.page import error_picture, finding_picture
from gradhelp.report.phrases import Lang, phrases
from gradhelp.report.templates import environment
from gradhelp.report.text import drawn

COLUMNS = 100


def to_markdown(diagnosis: Diagnosis, sources: Mapping[str, str], lang: Lang) -> str:
    """The same answer as the text, in the same order."""
    safe, words = disarmed(diagnosis), phrases("report", lang)

    def picture(finding: Finding, whole: bool) -> str:
        return drawn(finding_picture(finding, safe.error, sources, words, whole), COLUMNS, colour=False)

    def raised() -> str:
        shown = error_picture(safe.error, sources, words) if safe.error else None
        return drawn(shown, COLUMNS, colour=False) if shown else ""

    def tables() -> list[str]:
        return [drawn(loss_table(matrix, words), COLUMNS, colour=False) for matrix in safe.losses]

    template = environment().get_template("report.md.j2")
    told = template.render(
        d=safe, say=words.say, picture=picture, raised=raised, tables=tables, sentences=sentences, words=words
    )
    return told.rstrip() + "\n"
