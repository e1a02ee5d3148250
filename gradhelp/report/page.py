"""The whole answer as one renderable: for the terminal, and for the chat."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from gradhelp.model.diagnosis import Diagnosis, ErrorInfo, Finding
from gradhelp.report.disarm import one_line
from gradhelp.report.disarmed import disarmed
from gradhelp.report.excerpt import excerpts
from gradhelp.report.losses import losses
from gradhelp.report.phrases import Lang, Phrases, phrases
from gradhelp.report.picture import Picture
from gradhelp.report.prose import Prose, inline
from gradhelp.report.sections import fix_title, fixes, heading, indented, recommendation, references
from gradhelp.report.sentences import (
    count_sentence,
    error_sentence,
    error_with_place,
    place,
    run_sentence,
    summary_parts,
)
from gradhelp.report.theme import SEVERITY, STATUS
from gradhelp.report.trail import error_alone, finding_alone, trail

_CONTEXT = (2, 1)


def page(diagnosis: Diagnosis, sources: Mapping[str, str], lang: Lang) -> RenderableType:
    """The first finding in full, the further ones in a few lines each, then what was run."""
    safe, words = disarmed(diagnosis), phrases("report", lang)
    parts: list[RenderableType] = []
    if safe.status != "diagnosed" or not safe.findings:
        parts += status(safe, sources, words)
    if safe.findings:
        parts += _full(safe.findings[0], safe, sources, words)
    else:
        parts += losses(safe.losses, words)
    if len(safe.findings) > 1:
        parts += [Text(), heading(count_sentence(safe, words))]
        for finding in safe.findings[1:]:
            parts += compact(finding, safe.error, sources, words)
    parts += recommendation(safe.recommendation, words)
    parts += [Text(), Text(run_sentence(safe.run, words), style="dim")]
    return Group(*parts)


def finding_picture(
    finding: Finding, error: ErrorInfo | None, sources: Mapping[str, str], words: Phrases, whole: bool
) -> Picture:
    """The way of the gradient if `whole`, else only the place of the finding.

    The excerpt with the finding in it is headed by the finding's place and by how it is known.
    """
    places = trail(finding, error, words) if whole else finding_alone(finding, error, words)
    context = _CONTEXT if whole and not finding.chain else (0, 0)
    shown = excerpts(places, sources, context)
    own = f"{place(finding)} · {words.say(f'evidence_{finding.evidence}')}"
    return Picture(shown, [own if each.file == one_line(finding.file) else each.file for each in shown], words)


def error_picture(error: ErrorInfo, sources: Mapping[str, str], words: Phrases) -> Picture | None:
    """The line that raised, where its source is known."""
    known = [each for each in error_alone(error, words) if each.file in sources]
    shown = excerpts(known, sources, _CONTEXT)
    return Picture(shown, [f"{each.file}:{error.line}" for each in shown], words) if shown else None


def status(diagnosis: Diagnosis, sources: Mapping[str, str], words: Phrases) -> Iterator[RenderableType]:
    """The verdict in words, and the error if there is one; the findings, if any, follow."""
    glyph, style = STATUS[diagnosis.status]
    label = words.say(f"status_{diagnosis.status.replace('-', '_')}")
    summary, quoted = summary_parts(diagnosis)
    yield Text.assemble((f"{glyph} {words.say('status_line', label=label)}", style), inline(summary))
    if quoted:
        yield indented(Text(quoted, style="dim", overflow="fold", tab_size=4))
    if diagnosis.error is None:
        return
    shown = error_picture(diagnosis.error, sources, words)
    sentence = error_sentence(diagnosis.error) if shown else error_with_place(diagnosis.error, words)
    yield indented(Text(sentence, style="dim"))
    if shown is not None and not diagnosis.findings:
        yield Text()
        yield shown


def headline(finding: Finding, words: Phrases) -> Text:
    """The finding in one line."""
    label = f"{words.say(f'severity_{finding.severity}')}[{one_line(finding.rule)}]"
    return Text.assemble((label, SEVERITY[finding.severity]), ": ", inline(finding.title, "bold"))


def _full(
    finding: Finding, diagnosis: Diagnosis, sources: Mapping[str, str], words: Phrases
) -> Iterator[RenderableType]:
    if diagnosis.status != "diagnosed":
        yield Text()
    yield headline(finding, words)
    if diagnosis.error is not None and diagnosis.status == "diagnosed":
        yield indented(Text(error_sentence(diagnosis.error), style="dim"))
    yield Text()
    yield finding_picture(finding, diagnosis.error, sources, words, whole=True)
    yield from losses(diagnosis.losses, words)
    if finding.explanation.strip():
        yield Text()
        yield heading(words.say("why"))
        yield indented(Prose(finding.explanation))
    yield from fixes(finding, words)
    yield from references(finding, words)


def compact(
    finding: Finding, error: ErrorInfo | None, sources: Mapping[str, str], words: Phrases
) -> Iterator[RenderableType]:
    """A further finding in a few lines, an empty one first."""
    yield Text()
    yield headline(finding, words)
    yield finding_picture(finding, error, sources, words, whole=False)
    for number, fix in enumerate(finding.fixes, start=1):
        yield indented(fix_title(fix, number, len(finding.fixes), words))
