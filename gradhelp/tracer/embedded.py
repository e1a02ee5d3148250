"""The form in which probes stand among the constants of a code object: as sites that can be called.

Not as bound methods: whoever pickles code by value (cloudpickle, for worker processes) would send the method's function
by name, and the name is unknown there. A site pickles as a harmless stand-in that needs nothing of ours.
"""

from __future__ import annotations

from typing import Any

from .probes import Site

STAND_INS = {
    "mark": "lambda *a: None",
    "fresh_stack": "lambda *a: ([None],)",
    "": "lambda value=None, *a: value",
}
"""What each probe is in a process that has no tracer; "" stands for all others."""
LESS_OFTEN = frozenset({"iterate", "mark", "augment"})
"""Of two probes of one site, the one that is called less often."""


class Forward:
    """A second probe of a site."""

    __slots__ = ("probe",)

    def __init__(self, probe: Any) -> None:
        self.probe = probe

    def __call__(self, *args: Any) -> Any:
        return self.probe(*args)

    def __reduce__(self) -> Any:
        return _stand_in(self.probe.__name__)


def _stand_in(name: str) -> Any:
    return eval, (STAND_INS.get(name, STAND_INS[""]),)


def _callable_site(name: str) -> type:
    def __reduce__(self: Any) -> Any:
        return _stand_in(name)

    return type(f"Site_{name}", (Site,), {"__slots__": (), "__call__": getattr(Site, name), "__reduce__": __reduce__})


_classes: dict[str, type] = {}


def embedded(probe: Any) -> Any:
    """What to place for a bound method of a site: the site itself, made callable, or something that forwards to it."""
    site, name = probe.__self__, probe.__name__
    if type(site) is not Site or name in LESS_OFTEN:
        return Forward(probe)
    if name not in _classes:
        _classes[name] = _callable_site(name)
    site.__class__ = _classes[name]
    return site


def site_of(constant: Any) -> Site:
    """The site behind what `embedded` gave."""
    return constant.probe.__self__ if type(constant) is Forward else constant  # type: ignore[no-any-return]
