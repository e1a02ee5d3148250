"""Clips as facts: calls of torch's own, and loops of the user's that limit each parameter's gradient by hand."""

from dataclasses import dataclass

from gradhelp.facts.timeline import Moment, Timeline
from gradhelp.model.span import Span

LIMITING = frozenset({"clamp_", "clip_", "clamp_min_", "clamp_max_"})
SCALING = frozenset({"mul_", "div_"})
BETWEEN = frozenset({"grad_edit", "grad_read"})


@dataclass(frozen=True)
class Clip:
    """One clip. `moment` is its last moment, `first` its first; `before` has a state letter for each of `parameters`."""

    moment: Moment
    first: Moment
    parameters: tuple[int, ...]
    before: str
    by_hand: bool = False
    scales: bool = False
    """It multiplies: a clip by norm, or something else that is done to gradients (momentum, an average)."""

    @property
    def refused(self) -> bool:
        """Whether torch raised an error over it: it does where `clip_grad_value_` finds no gradient at all."""
        return bool(self.moment.raw.get("raised")) and not self.before.strip("N")

    @property
    def span(self) -> Span | None:
        """The user's expression."""
        return self.moment.span


def clips_by_place(timeline: Timeline) -> dict[Span, list[Clip]]:
    """All clips that concern some parameter, by the user's expression."""
    places: dict[Span, list[Clip]] = {}
    for clip in [*_of_torch(timeline), *_by_hand(timeline)]:
        if clip.span is not None and clip.parameters:
            places.setdefault(clip.span, []).append(clip)
    return places


def _of_torch(timeline: Timeline) -> list[Clip]:
    return [
        Clip(moment, moment, moment.parameters, str(moment.raw.get("before") or "")) for moment in timeline.of("clip")
    ]


def _by_hand(timeline: Timeline) -> list[Clip]:
    """Edits that limit gradients, each pass over the parameters taken together."""
    passes: dict[tuple[Span | None, int], list[Moment]] = {}
    turn = 0
    for moment in timeline.moments:
        if moment.what == "grad_edit" and moment.raw.get("attr") in LIMITING | SCALING:
            passes.setdefault((moment.span, turn), []).append(moment)
        elif moment.what not in BETWEEN:
            turn += 1
    return list(map(_pass, passes.values()))


def _pass(edits: list[Moment]) -> Clip:
    numbers = tuple(number for edit in edits for number in edit.parameters)
    scales = edits[0].raw.get("attr") in SCALING
    return Clip(edits[-1], edits[0], numbers, "".join(edit.states for edit in edits), by_hand=True, scales=scales)
