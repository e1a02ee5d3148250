"""The order of what happened to the gradients: moments of a run, and the questions that silent faults ask of them.

A gradient's state is one letter: N none, Z exactly zero, F finite, X not finite.
"""

from dataclasses import dataclass
from typing import Any

from gradhelp.facts.node import span_of
from gradhelp.facts.recording import Recording
from gradhelp.model.span import Span


@dataclass(frozen=True)
class Moment:
    """One moment. `parameters` are numbers; `states` has one letter for each of them."""

    index: int
    what: str
    span: Span | None
    ordinal: int
    function: str
    optimizer: int | None
    parameters: tuple[int, ...]
    states: str
    raw: dict[str, Any]

    def state(self, number: int) -> str:
        """The state of one parameter's gradient; "" where it is not among them."""
        try:
            return self.states[self.parameters.index(number)]
        except (ValueError, IndexError):
            return ""

    def touches(self, numbers: set[int]) -> bool:
        """Whether any of the parameters is concerned; by a backward: whether it made a gradient for one, or added to it."""
        return bool(numbers.intersection(self.raw.get("given", self.parameters)))


@dataclass(frozen=True)
class ModuleFact:
    """A module that the user's code named or called.

    `called`: it ran while gradients were being recorded; `used`: it ran at all. `unregistered`: parameters of modules that it keeps in plain
    lists or dicts. `loaded`: its state came from elsewhere.
    """

    name: str
    type: str
    made: Span | None
    made_ordinal: int
    called: bool
    parameters: frozenset[int]
    unregistered: frozenset[int] = frozenset()
    loaded: bool = False
    training: bool = True
    used: bool = False


class Timeline:
    """All moments in order, and who the parameters are."""

    def __init__(self, recording: Recording) -> None:
        self.moments = [_moment(index, raw) for index, raw in enumerate(recording.of("moment"))]
        closing = recording.last("parameters") or {}
        self.names: list[str] = [str(name) for name in closing.get("names") or ()]
        self.changed = {n for n, changed in enumerate(closing.get("changed") or ()) if changed}
        """Parameters that something changed in place: their optimizer, or the user's own hand."""
        self.modules = [_module(raw) for raw in closing.get("modules") or ()]
        self.held = {int(e.get("id", 0)): tuple(e.get("held") or ()) for e in recording.of("optimizer")}
        self.steps = {int(e.get("id", 0)): int(e.get("steps") or 0) for e in recording.of("optimizer_end")}
        self.made = {int(e.get("id", 0)): int(e.get("ordinal") or 0) for e in recording.of("optimizer")}

    def of(self, *kinds: str) -> list[Moment]:
        """The moments of some kinds, in order."""
        return [moment for moment in self.moments if moment.what in kinds]

    def name(self, number: int) -> str:
        """The user's name of a parameter; "" where none is known."""
        return self.names[number] if number < len(self.names) else ""

    @property
    def all_held(self) -> set[int]:
        """Every parameter that some optimizer holds."""
        return {number for held in self.held.values() for number in held}

    def before(self, moment: Moment, *kinds: str, of: set[int] | None = None) -> Moment | None:
        """The latest earlier moment of some kinds (that concerns the parameters `of`)."""
        for earlier in reversed(self.moments[: moment.index]):
            if earlier.what in kinds and (of is None or earlier.touches(of)):
                return earlier
        return None

    def after(self, moment: Moment, *kinds: str, of: set[int] | None = None) -> Moment | None:
        """The next later moment of some kinds (that concerns the parameters `of`)."""
        for later in self.moments[moment.index + 1 :]:
            if later.what in kinds and (of is None or later.touches(of)):
                return later
        return None

    def steps_of(self, optimizer: int) -> list[Moment]:
        """The recorded steps of one optimizer."""
        return [moment for moment in self.moments if moment.what == "step" and moment.optimizer == optimizer]

    def by_closure(self, optimizer: int) -> bool:
        """Whether the steps of an optimizer compute their gradients within: clearing and backward come after their begin."""
        return any(moment.raw.get("closure") for moment in self.steps_of(optimizer))

    def fed_by_hand(self, step: Moment) -> bool:
        """Whether the gradients of a step were put there by the program: no backward made one of them, all were assigned.

        So a worker hands the gradients of its own copy of a network to the one that is trained.
        """
        held = set(step.parameters)
        put = {number for moment in self.of("grad_store") for number in moment.parameters}
        return bool(held & put) and not any(moment.touches(held) for moment in self.of("backward"))

    def thrown_away(self, moment: Moment, numbers: set[int]) -> bool:
        """Whether the gradients of this moment went into no step, while others of the same parameters did.

        So do a scaler that looks for a scale, and a program that leaves out an update which is not finite.
        """
        following = self.after(moment, "step", "zero_grad", "grad_store", of=numbers)
        if following is not None and following.what == "step":
            return not any(following.state(number) == "X" for number in numbers) and "X" in moment.states
        steps = [m for m in self.of("step") if m.touches(numbers)]
        return any(step.state(number) == "F" for step in steps for number in numbers)

    def reached(self, numbers: set[int]) -> set[int]:
        """Those parameters that had a gradient (of whatever value) after some backward."""
        found: set[int] = set()
        for moment in self.of("backward"):
            found |= {
                n for n, state in zip(moment.parameters, moment.states, strict=False) if n in numbers and state != "N"
            }
        return found

    def components(self, numbers: set[int]) -> list[ModuleFact]:
        """The smallest modules that together own `numbers` entirely, each a part of them."""
        return [module for module in self.modules if module.parameters and module.parameters <= numbers]


def _moment(index: int, raw: dict[str, Any]) -> Moment:
    return Moment(
        index=index,
        what=str(raw.get("what") or ""),
        span=span_of(raw.get("span")),
        ordinal=int(raw.get("ordinal") or 0),
        function=str(raw.get("function") or ""),
        optimizer=raw.get("optimizer"),
        parameters=tuple(raw.get("parameters") or ()),
        states=str(raw.get("states") or ""),
        raw=raw,
    )


def _module(raw: dict[str, Any]) -> ModuleFact:
    return ModuleFact(
        name=str(raw.get("name") or ""),
        type=str(raw.get("type") or ""),
        made=span_of(raw.get("made")),
        made_ordinal=int(raw.get("made_ordinal") or 0),
        called=bool(raw.get("called")),
        parameters=frozenset(raw.get("parameters") or ()),
        unregistered=frozenset(raw.get("unregistered") or ()),
        loaded=bool(raw.get("loaded")),
        training=bool(raw.get("training", True)),
        used=bool(raw.get("used")),
    )
