"""Counts how often environments are stepped, in rewritten code, and says what is an environment.

An object is one if its class has `step` and `reset` and a step gave what a step gives: a tuple with a flag that ends the
episode, or (of an object that holds no networks) any tuple or array, or anything from a class that says that it is one. The
outermost call counts, times `num_envs` where the object has that. A call within a method of a class that turns out to be an
environment's is part of that one's step; until it does it is counted apart.

Steps that a library makes are not seen. Where one is met that steps environments by itself there is no number.
"""

from __future__ import annotations

import types
import weakref
from typing import Any, Callable, Optional

from .ledger import ARRAY, MODULE, PARAMETER, TENSOR
from .looks import (
    attributes_of,
    is_class,
    layers_of,
    module_name,
    mro_of,
    parameters_of,
    qualified_name,
    static,
    type_name,
)
from .runtime import RT, TOO_DEEP, foreign, is_user_class

FAMILIES = frozenset({"gymnasium", "gym", "dm_env", "dm_control", "brax", "gymnax", "pettingzoo"})
"""Libraries whose classes with `step` and `reset` are environments."""
SAYING = ("action_space", "observation_space", "action_spec", "observation_spec")
"""What only an environment has, be it in its class or in itself."""
AGENTS = frozenset({"stable_baselines3", "sb3_contrib", "torchrl", "tianshou", "ray", "skrl"})
"""Libraries that step environments in loops of their own."""
MAX_SEEN = 512
MAX_ATTRIBUTES = 256


class Seen:
    """One object on which such a method was called, held weakly.

    `may_be`: whether its class looks like an environment's; `sure`: whether it is one; `trains`: whether it belongs to a
    library that steps environments by itself.
    """

    __slots__ = ("may_be", "reference", "sure", "trains", "weight")

    def __init__(self, reference: Any, cls: type) -> None:
        self.reference, self.sure, self.weight = reference, False, 1
        self.may_be = static(cls, "step") is not None and static(cls, "reset") is not None
        self.trains = any(_family(base) in AGENTS for base in mro_of(cls))


class Environments:
    """The count of one process. `tick` is called at each step."""

    def __init__(self) -> None:
        self.tick: Callable[[], None] = lambda: None
        self._counts: dict[str, int] = {}
        self._inside: set[str] = set()
        self._seen: dict[int, Seen] = {}
        self._elsewhere = self._acted = False
        self._rounds = 0

    @property
    def steps(self) -> Optional[int]:
        """How many steps; None where there were others that could not be seen."""
        return None if self._elsewhere else sum(list(self._counts.values()))

    @property
    def iterations(self) -> Optional[int]:
        """How many times steps of environments were followed by one of an optimizer: a rollout, and what it taught."""
        return None if self._elsewhere else self._rounds

    def updated(self) -> None:
        """An optimizer was stepped."""
        self._rounds += self._acted
        self._acted = False

    def look(self, receiver: Any) -> Optional[Seen]:
        """What is known of an object whose `step` is called; None where it cannot be remembered."""
        seen = self._seen.get(id(receiver))
        if seen is not None and seen.reference() is receiver:
            return seen
        cls = type(receiver)
        if cls in (super, types.ModuleType) or is_class(receiver):
            return None
        try:
            reference = weakref.ref(receiver)
        except TypeError:
            return None
        if len(self._seen) >= MAX_SEEN:
            self._seen.clear()
        seen = self._seen[id(receiver)] = Seen(reference, cls)
        if seen.may_be:
            seen.weight = _parallel(receiver)
        return seen

    def stepped(self, seen: Seen, value: Any, place: str) -> None:
        """`step` gave `value`. `place`: the class in one of whose methods the call stands."""
        if not seen.may_be:
            return
        if not seen.sure:
            receiver = seen.reference()
            if not is_transition(receiver, value):
                return
            self._enter(receiver)
            seen.sure = True
        if place not in self._inside:
            self._counts[place] = self._counts.get(place, 0) + seen.weight
            self._acted = True
            self.tick()

    def trained(self, seen: Seen) -> None:
        """A method was called by which some libraries step environments."""
        self._elsewhere = self._elsewhere or seen.trains

    def _enter(self, environment: Any) -> None:
        """What the classes of an environment, and of those inside it, step is part of its own steps."""
        for layer in layers_of(environment):
            for base in mro_of(type(layer)):
                if is_user_class(base):
                    name = qualified_name(base)
                    self._inside.add(name)
                    self._counts.pop(name, None)


def is_transition(environment: Any, value: Any) -> bool:
    """Whether `value` is what the step of an environment gives."""
    if value is None:
        return False
    if _says_so(environment):
        return True
    if RT.ledger.kind_of(type(value)) in (ARRAY, TENSOR):
        return len(layers_of(environment)) == 1 and not _holds_networks(environment)
    if not issubclass(type(value), tuple):
        return False
    items = list(tuple.__iter__(value))
    if len(items) > 2 and (type(items[-1]) is dict or any(map(_is_flag, items[2:4]))):
        return True
    return len(items) > 1 and not _holds_networks(environment)


def _says_so(environment: Any) -> bool:
    cls = type(environment)
    held = attributes_of(environment) or {}
    if any(name in held or static(cls, name) is not None for name in SAYING):
        return True
    return any(_family(base) in FAMILIES for base in mro_of(cls))


def _family(cls: type) -> str:
    return module_name(cls).partition(".")[0]


def _is_flag(value: Any) -> bool:
    """Whether `value` is a truth value, or an array or tensor of such."""
    kind = RT.ledger.kind_of(type(value))
    if kind == ARRAY:
        return type_name(type(value)) == "numpy.ndarray" and bool(value.dtype.kind == "b")
    if kind == TENSOR:
        return bool(RT.ledger.read(value, "dtype") is RT.torch.bool)
    return type(value) is bool or type_name(type(value)) in ("numpy.bool_", "numpy.bool")


def _holds_networks(owner: Any) -> bool:
    """Whether an object, or what it keeps in an attribute, has parameters."""
    held = list((attributes_of(owner) or {}).values())[:MAX_ATTRIBUTES]
    kinds = [(RT.ledger.kind_of(type(value)), value) for value in (owner, *held)]
    return any(kind == PARAMETER or (kind == MODULE and parameters_of(value, 1)) for kind, value in kinds)


def _parallel(environment: Any) -> int:
    """How many environments are stepped at once: `num_envs` of the object, or of the one that it wraps."""
    for layer in layers_of(environment):
        for number in ((attributes_of(layer) or {}).get("num_envs"), static(type(layer), "num_envs")):
            if type(number) is int and number > 0:
                return number
    return 1


ENVIRONMENTS = Environments()


class Hold:
    """Stands around the receiver of a call that has a tap, where the receiver is no plain name."""

    __slots__ = ("tap",)

    def __init__(self, tap: Tap) -> None:
        self.tap = tap

    def __call__(self, receiver: Any) -> Any:
        try:
            self.tap.held = ENVIRONMENTS.look(receiver) if RT.hooked else None
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return receiver

    def __reduce__(self) -> Any:
        return _stand_in()


class Tap:
    """Stands around a call `x.step(…)`, in both bodies. Handed on by value it is a function that does nothing.

    `held`: what is known of the receiver of the call that is being made; the receiver itself is not kept.
    """

    __slots__ = ("attr", "held", "place")

    def __init__(self, attr: str, place: str) -> None:
        self.attr, self.place = attr, place
        self.held: Optional[Seen] = None

    def __call__(self, value: Any, *receiver: Any) -> Any:
        try:
            seen = self.held
            if receiver:
                seen = ENVIRONMENTS.look(receiver[0]) if RT.hooked else None
            if seen is not None:
                if self.attr == "step":
                    ENVIRONMENTS.stepped(seen, value, self.place)
                else:
                    ENVIRONMENTS.trained(seen)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def __reduce__(self) -> Any:
        return _stand_in()


def _stand_in() -> Any:
    return eval, ("lambda value=None, *a: value",)
