"""Going from part to part of the answer by keyboard: the headline, the picture, what folds, the fixes, an open question.

Invariant: every part has something in it that takes the focus; what has not is passed over.
"""

from collections.abc import Iterator

from textual.widget import Widget
from textual.widgets import Button, Tabs

from gradhelp.tui import blocks

PARTS = (
    blocks.Headline,
    blocks.Sideways,
    blocks.FoldHeading,
    blocks.FixesBlock,
    blocks.CodeFence,
    blocks.QuestionBlock,
)


def next_part(transcript: Widget, focused: Widget | None, step: int) -> tuple[Widget, Widget] | None:
    """The part `step` after the one with the focus, and what in it takes the focus; None past either end."""
    stops = [(part, target) for part in _parts(transcript) if (target := _target(part)) is not None]
    around = set(focused.ancestors_with_self) if focused is not None else set()
    here = [number for number, (part, _) in enumerate(stops) if part in around]
    at = here[-1] + step if here else (0 if step > 0 else len(stops) - 1)
    return stops[at] if 0 <= at < len(stops) else None


def _parts(transcript: Widget) -> Iterator[Widget]:
    """From the last diagnosis on; where there is none, all."""
    diagnoses = list(transcript.query(blocks.DiagnosisBlock))
    inside = not diagnoses
    for block in transcript.children:
        inside = inside or block is diagnoses[-1]
        if inside:
            yield from _within(block)


def _within(widget: Widget) -> Iterator[Widget]:
    """Parts do not stand in each other."""
    if isinstance(widget, PARTS):
        yield widget
        return
    for child in widget.children:
        if child.display:
            yield from _within(child)


def _target(part: Widget) -> Widget | None:
    wanted = [each for each in part.walk_children(Widget, with_self=True) if each.focusable]
    return next((each for each in wanted if isinstance(each, Tabs | Button)), None) or next(iter(wanted), None)
