"""What trying the fixes has shown: behind a page that was shown before, or for `gradhelp fix` by itself."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from gradhelp.model.diagnosis import Diagnosis, Finding
from gradhelp.report.disarmed import disarmed
from gradhelp.report.page import headline
from gradhelp.report.phrases import Lang, Phrases, phrases
from gradhelp.report.prose import inline
from gradhelp.report.sections import diff, indented, verification
from gradhelp.report.sentences import place
from gradhelp.report.theme import HEADING


def proved(diagnosis: Diagnosis, lang: Lang) -> RenderableType:
    """For each error and warning its change and how the trial went."""
    words = phrases("report", lang)
    loud = [finding for finding in disarmed(diagnosis).findings if finding.severity != "note"]
    return Group(*(part for finding in loud for part in _tried(finding, words)))


def fix_page(diagnosis: Diagnosis, lang: Lang) -> RenderableType:
    """The first finding in one line, its change, and whether the change was seen to work."""
    words, finding = phrases("report", lang), disarmed(diagnosis).findings[0]
    parts: list[RenderableType] = [headline(finding, words), Text(place(finding), style="dim")]
    fix = finding.fixes[0]
    if fix.diff:
        parts += [Text(), diff(fix.diff)]
    return Group(*parts, Text(), verification(fix, words))


def _tried(finding: Finding, words: Phrases) -> Iterator[RenderableType]:
    """Each fix that has a change; of those without one, what is said of several is said with the first of them."""
    said: set[str] = set()
    for fix in finding.fixes:
        if not fix.diff and fix.verification in said:
            continue
        said.add(fix.verification)
        yield Text()
        found = f" ({finding.rule}, {place(finding)})"
        yield Text.assemble((words.say("tried"), HEADING), inline(fix.title), (found, "dim"))
        if fix.diff:
            yield indented(diff(fix.diff))
        yield indented(verification(fix, words))
