"""A finding → the places in the user's source that its picture must show, and what each says.

Places are facts about lines; which source text stands there, and how it is drawn, is decided elsewhere.
"""

from typing import Literal, NamedTuple

from gradhelp.model.diagnosis import ChainLink, ErrorInfo, Finding
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Phrases

Mark = Literal["alive", "cut", "gone", "here", "plain"]
"""alive: the gradient is here · cut: it ends here · gone: it is not here · here: a fault of another kind · plain."""


class Underline(NamedTuple):
    """A stretch to underline, 1-based as in the model; `end_column` 0 means to the end of the line."""

    column: int
    end_line: int
    end_column: int
    label: str
    primary: bool


class Place(NamedTuple):
    """A line that the picture shows. `weight` says which to keep when there are too many: lower is dearer."""

    file: str
    line: int
    mark: Mark
    code: str
    weight: int
    note: str = ""
    underline: Underline | None = None


def trail(finding: Finding, error: ErrorInfo | None, words: Phrases) -> list[Place]:
    """The chain in its own order, source to loss, then the finding, then where torch or the loss showed it."""
    places = [_link_place(link, finding, words) for link in finding.chain]
    surfaced = _surfaced(finding, error, words)
    return [*places, _finding_place(finding, error, words), *([surfaced] if surfaced else [])]


def finding_alone(finding: Finding, error: ErrorInfo | None, words: Phrases) -> list[Place]:
    """Only the place of the finding itself."""
    return [_finding_place(finding, error, words)]


def error_alone(error: ErrorInfo, words: Phrases) -> list[Place]:
    """The line of the user's own code that raised; empty where it is unknown."""
    if error.file is None or not error.line:
        return []
    label = words.say("raised_here", error=one_line(error.type))
    return [Place(error.file, error.line, "here", "", 0, underline=Underline(0, 0, 0, label, True))]


def _has_cut(finding: Finding) -> bool:
    return any(link.role == "cut" for link in finding.chain)


def _link_mark(link: ChainLink) -> Mark:
    if link.role == "cut":
        return "cut"
    if link.role == "loss":
        return "alive" if link.requires_grad else "gone"
    return "gone" if link.role == "lost" else "alive"


def _link_place(link: ChainLink, finding: Finding, words: Phrases) -> Place:
    mark = _link_mark(link)
    weight = {"cut": 0, "loss": 2, "source": 3}.get(link.role, 10 + abs(link.line - finding.line))
    return Place(link.file, link.line, mark, link.code, weight, _note(link, mark, finding, words))


def _note(link: ChainLink, mark: Mark, finding: Finding, words: Phrases) -> str:
    """What autograd said of the value: only where a run has shown it."""
    if finding.evidence != "live" or mark == "cut":
        return ""
    if mark == "gone":
        return words.say("no_grad_fn")
    return one_line(link.grad_fn or "") or words.say("requires_grad")


def _finding_place(finding: Finding, error: ErrorInfo | None, words: Phrases) -> Place:
    label = ""
    if _has_cut(finding):
        label = words.say("cut_here" if finding.evidence == "live" else "cut_suspected")
    elif error is not None and (error.file, error.line) == (finding.file, finding.line):
        label = words.say("raised_here", error=one_line(error.type))
    elif finding.evidence != "live":
        label = words.say("suspected_here")
    underline = Underline(finding.column, finding.end_line, finding.end_column, label, True)
    mark: Mark = "cut" if _has_cut(finding) else "here"
    return Place(finding.file, finding.line, mark, finding.code, -1, underline=underline)


def _surfaced(finding: Finding, error: ErrorInfo | None, words: Phrases) -> Place | None:
    """Where it showed: the line that raised; in a silent program the loss, if no gradient reaches it."""
    if error is not None and error.file is not None and error.line:
        if (error.file, error.line) == (finding.file, finding.line):
            return None
        label = words.say("surfaced_here", error=one_line(error.type))
        mark: Mark = "gone" if _has_cut(finding) else "plain"
        return Place(error.file, error.line, mark, "", 1, underline=Underline(0, 0, 0, label, False))
    loss = next((link for link in finding.chain if link.role == "loss" and not link.requires_grad), None)
    if loss is None or (loss.file, loss.line) == (finding.file, finding.line):
        return None
    underline = Underline(0, 0, 0, words.say("loss_without"), False)
    return Place(loss.file, loss.line, "gone", loss.code, 1, underline=underline)
