"""A diagnosis in the parts that a front end may fold, put into tabs or place by itself: what `page` shows, not joined."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from gradhelp.model.diagnosis import Diagnosis, Finding, Fix
from gradhelp.report.disarm import one_line
from gradhelp.report.disarmed import disarmed
from gradhelp.report.losses import LossParts, loss_parts
from gradhelp.report.page import compact, finding_picture, headline, status
from gradhelp.report.phrases import Lang, Phrases, phrases
from gradhelp.report.picture import Picture
from gradhelp.report.prose import Prose
from gradhelp.report.sections import diff, recommendation, steps, verification
from gradhelp.report.sentences import count_sentence, error_sentence, place, run_sentence
from gradhelp.report.theme import FRAME


class Section(NamedTuple):
    """A heading, and what may be folded away below it. `dear`: it is not to be folded unasked."""

    heading: str
    body: RenderableType
    dear: bool = False


class Extent(NamedTuple):
    """How much a change changes."""

    lines: int
    files: tuple[str, ...]


class FixParts(NamedTuple):
    """One fix. `diff` is empty where there is no change to show."""

    label: str
    steps: RenderableType
    diff: RenderableType | None
    proof: RenderableType | None
    verified: bool
    patch: str

    @property
    def extent(self) -> Extent:
        """Of the change; lines that were replaced count once."""
        lines = self.patch.split("\n")
        signs = [line[0] for line in lines if line[:1] in ("+", "-") and not line.startswith(("+++ ", "--- "))]
        files = tuple(one_line(line.removeprefix("+++ b/")) for line in lines if line.startswith("+++ b/"))
        return Extent(max(signs.count("+"), signs.count("-")), files)


class Parts(NamedTuple):
    """From top to bottom. `picture` and the tables of `losses` may be wider than the screen."""

    head: RenderableType
    picture: Picture | None
    losses: tuple[LossParts, ...]
    sections: tuple[Section, ...]
    fixes: tuple[FixParts, ...]
    further: tuple[Section, ...]
    run: RenderableType


def parts(diagnosis: Diagnosis, sources: Mapping[str, str], lang: Lang) -> Parts:
    """The parts of the first finding, and of what stands behind it."""
    safe, words = disarmed(diagnosis), phrases("report", lang)
    first = safe.findings[0] if safe.findings else None
    shown: list[RenderableType] = []
    if safe.status != "diagnosed" or first is None:
        shown += status(safe, sources, words)
    picture = finding_picture(first, safe.error, sources, words, whole=True) if first else None
    if first is not None:
        shown += _head(first, safe, words)
    if first is not None and picture is not None and not picture.head.startswith(place(first)):
        shown.append(Text(f"{place(first)} · {words.say(f'evidence_{first.evidence}')}", style=FRAME))
    return Parts(
        head=Group(*shown),
        picture=picture,
        losses=tuple(loss_parts(each, words, whole=True) for each in safe.losses),
        sections=tuple(_why(first, words)) if first else (),
        fixes=tuple(_fix(fix, number, len(first.fixes), words) for number, fix in enumerate(first.fixes, 1))
        if first
        else (),
        further=tuple(_further(safe, sources, words)),
        run=Text(run_sentence(safe.run, words), style="dim"),
    )


def _head(first: Finding, diagnosis: Diagnosis, words: Phrases) -> Iterator[RenderableType]:
    if diagnosis.status != "diagnosed":
        yield Text()
    yield headline(first, words)
    if diagnosis.error is not None and diagnosis.status == "diagnosed":
        yield Text(error_sentence(diagnosis.error), style="dim")


def _why(first: Finding, words: Phrases) -> Iterator[Section]:
    """What was seen in this run first; what there is to know about it stands behind the fixes."""
    seen, _, _ = _split(first)
    if seen:
        yield Section(words.say("why"), Prose(seen), dear=True)


def _split(first: Finding) -> tuple[str, str, str]:
    return first.explanation.strip().partition("\n\n")


def _fix(fix: Fix, number: int, total: int, words: Phrases) -> FixParts:
    label = words.say("fix") if total == 1 else words.say("fix_of", number=number, total=total)
    told = fix.verified or fix.verification
    return FixParts(
        label=label.strip().rstrip(":："),
        steps=Group(Prose(f"**{one_line(fix.title)}**"), *(Text(), steps(fix)) if fix.steps else ()),
        diff=diff(fix.diff) if fix.diff else None,
        proof=verification(fix, words) if told else None,
        verified=fix.verified,
        patch=fix.diff or "",
    )


def _further(diagnosis: Diagnosis, sources: Mapping[str, str], words: Phrases) -> Iterator[Section]:
    background = _split(diagnosis.findings[0])[2] if diagnosis.findings else ""
    if background:
        yield Section(words.say("background"), Prose(background))
    if len(diagnosis.findings) > 1:
        others = [part for each in diagnosis.findings[1:] for part in compact(each, diagnosis.error, sources, words)]
        yield Section(count_sentence(diagnosis, words), Group(*others[1:]))
    if chosen := list(recommendation(diagnosis.recommendation, words)):
        yield Section(words.say("recommendation"), Group(*chosen[2:]))
    addresses = diagnosis.findings[0].references if diagnosis.findings else []
    if addresses:
        listed = Text("\n".join(one_line(each) for each in addresses), style="dim", overflow="fold")
        yield Section(words.say("references"), listed)
