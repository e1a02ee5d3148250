"""What can be told of the networks and of their parameters at the end, by when they may be gone.

The locals of a function are gone when it returns, and most programs train in one. So the networks are looked at after
each backward that the timeline records, and again at the end; what has gone in between is told as it was seen last.
Nothing of the user's is kept alive for it: parameters are kept as weak references, each of which is the same object
as the one that carries the parameter's number.
"""

from __future__ import annotations

import weakref
from typing import Any

from .ledger import MODULE
from .looks import attributes_of, named_parameters_of, unregistered_of
from .probes import RT

MAX_NETWORKS = 64


class Seen:
    """A network as it was when it was looked at last."""

    __slots__ = ("alive", "named", "rec", "training", "type", "unregistered")

    def __init__(self, rec: Any, module: Any) -> None:
        self.rec, self.type = rec, type(module).__name__
        self.alive = weakref.ref(module)
        self.named = [(name, weakref.ref(p)) for name, p in named_parameters_of(module).items()]
        self.unregistered = [weakref.ref(p) for p in unregistered_of(module)]
        self.training = (attributes_of(module) or {}).get("training") is True


class Networks:
    """The modules that the user's code has called or named. `parameters` numbers what they hold."""

    def __init__(self, parameters: Any) -> None:
        self._parameters = parameters
        self._seen: list[Seen] = []
        self._own_names: dict[int, str] = {}
        self.loaded: set[int] = set()

    def look(self) -> None:
        """See what is there now."""
        found = [(ref.rec, ref()) for ref in RT.ledger.references() if ref.rec.kind == MODULE]
        self._seen = [Seen(rec, module) for rec, module in found if module is not None]
        self._parameters.look()
        for number, ref in enumerate(self._parameters.references):
            parameter = ref()
            rec = RT.ledger.known(parameter) if parameter is not None else None
            if rec is not None and rec.name:
                self._own_names[number] = rec.name

    def close(self) -> None:
        """The last look: what was there before and has gone is still told."""
        gone = [seen for seen in self._seen if seen.alive() is None]
        self.look()
        self._seen = sorted([*gone, *self._seen], key=lambda seen: int(seen.rec.n)) if gone else self._seen

    def modules(self) -> list[dict[str, Any]]:
        """Of each network: its parameters, where it was made, and whether it ran while recording."""
        return [self._module(seen) for seen in self._seen[:MAX_NETWORKS]]

    def _module(self, seen: Seen) -> dict[str, Any]:
        numbers = self._parameters.numbers_of([ref for _, ref in seen.named])
        return {
            "name": seen.rec.name, "type": seen.type, "made": _place(seen.rec), "called": seen.rec.ran,
            "used": seen.rec.used, "made_ordinal": seen.rec.n, "parameters": numbers,
            "loaded": bool(self.loaded.intersection(numbers)),
            "unregistered": self._parameters.numbers_of(seen.unregistered), "training": seen.training,
        }  # fmt: skip

    def names(self) -> list[str]:
        """The parameters' names as far as some recorded module knows them, else what the user calls them."""
        known: dict[int, str] = {}
        for seen in self._seen:
            for name, ref in seen.named if seen.rec.name else ():
                full = f"{seen.rec.name}.{name}"
                if len(full) > len(known.get(id(ref), "")):
                    known[id(ref)] = full
        return [known.get(id(ref), self._own_names.get(n, "")) for n, ref in enumerate(self._parameters.references)]


def _place(rec: Any) -> Any:
    """Where a module was made: the call of a factory of the user's rather than the line within that makes them all."""
    site = rec.aux
    if site is not None and rec.stored and rec.stored[0][0].function != site.function:
        site = rec.stored[0][0]
    return site.span() if site is not None else None
