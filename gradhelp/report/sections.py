"""The parts of a page below the picture: fixes, references, recommended simulators."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gradhelp.model.diagnosis import Finding, Fix, Recommendation
from gradhelp.report.disarm import disarm_line, one_line
from gradhelp.report.phrases import Phrases
from gradhelp.report.prose import Prose, inline
from gradhelp.report.theme import HEADING

_DIFF_STYLES = (("+++", "bold"), ("---", "bold"), ("@@", "cyan"), ("+", "green"), ("-", "red"))


def heading(text: str | Text) -> Text:
    """The first line of a section."""
    return Text.assemble(text if isinstance(text, Text) else (text, HEADING))


def indented(body: RenderableType) -> Padding:
    """The body of a section."""
    return Padding(body, (0, 0, 0, 2))


def fixes(finding: Finding, words: Phrases) -> Iterator[RenderableType]:
    """Each fix: its title, its steps, the change, and whether the change was seen to work."""
    for number, fix in enumerate(finding.fixes, start=1):
        yield Text()
        yield heading(fix_title(fix, number, len(finding.fixes), words))
        yield from _fix_body(fix, words)


def fix_title(fix: Fix, number: int, total: int, words: Phrases) -> Text:
    """`Fix 1 of 2: …`."""
    label = words.say("fix") if total == 1 else words.say("fix_of", number=number, total=total)
    return Text.assemble((label, HEADING), inline(fix.title))


def _fix_body(fix: Fix, words: Phrases) -> Iterator[RenderableType]:
    if fix.steps:
        yield indented(steps(fix))
    if fix.diff:
        yield Text()
        yield indented(diff(fix.diff))
    if fix.verified or fix.verification:
        yield indented(verification(fix, words))


def steps(fix: Fix) -> RenderableType:
    """What to do, numbered."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="blue", no_wrap=True)
    table.add_column(overflow="fold")
    for number, step in enumerate(fix.steps, start=1):
        table.add_row(f"{number}.", Prose(step))
    return table


def verification(fix: Fix, words: Phrases) -> Text:
    """Whether the change was seen to work, and what was seen."""
    told = one_line(fix.verification)
    sign, said, style = ("✓", "verified", "green") if fix.verified else ("·", "not_verified", "dim")
    blank = "" if words.lang == "zh" else " "
    return Text(f"{sign} {words.say(said)}{blank if told else ''}{told}", style=style)


def diff(text: str) -> Text:
    """A unified diff in colours."""
    lines = [disarm_line(line) for line in text.rstrip("\n").split("\n")]
    styled = [Text(line, next((style for sign, style in _DIFF_STYLES if line.startswith(sign)), "")) for line in lines]
    joined = Text("\n").join(styled)
    joined.overflow = "fold"
    joined.tab_size = 4
    return joined


def references(finding: Finding, words: Phrases) -> Iterator[RenderableType]:
    """Where to read more."""
    if finding.references:
        yield Text()
        yield heading(words.say("references"))
        yield indented(Text("\n".join(one_line(each) for each in finding.references), style="dim", overflow="fold"))


def recommendation(recommended: Recommendation | None, words: Phrases) -> Iterator[RenderableType]:
    """What to use instead, best first, with what speaks for and against each."""
    if recommended is None or not recommended.choices:
        return
    yield Text()
    yield heading(words.say("recommendation"))
    for number, choice in enumerate(recommended.choices, start=1):
        reasons = Table.grid(padding=(0, 1, 0, 0))
        for why in choice.why:
            reasons.add_row("✓", inline(why))
        for caveat in choice.caveats:
            reasons.add_row("✗", inline(caveat), style="dim")
        name = Text(f"{number}. {one_line(choice.name)}", style="bold")
        yield indented(Group(name, Padding(reasons, (0, 0, 0, 3))))
    yield indented(Text(words.say("recommendation_more"), style="dim"))
