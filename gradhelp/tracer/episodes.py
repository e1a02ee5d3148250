"""How the user's program treats its environments: results of reset() kept whole, steps out of turn, actions that do not fit."""

from __future__ import annotations

from typing import Any, Callable

from .ending import frames
from .ledger import ARRAY
from .looks import attributes_of, innermost, module_name, static
from .runtime import RT

MAX_ENVIRONMENTS = 256
MAX_RESETS = 4096
OWN = ("gymnasium", "gym")
"""Libraries whose environments give observations of their space's shape, whatever happens."""


class Episodes:
    """Each place is told once. `environment` is the one inside all wrappers."""

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._done: dict[int, bool] = {}
        self._seen: set[Any] = set()
        self._reset: set[int] = set()

    def begin(self, site: Any, environment: Any, value: Any) -> None:
        """An environment's reset() that gave a pair which is not unpacked by name."""
        self._done.pop(id(environment), None)
        if len(self._reset) < MAX_RESETS:
            self._reset.add(id(environment))
        pair = type(value) is tuple and len(value) == 2 and type(value[1]) is dict
        if pair and (site.target is None or isinstance(site.target, str)) and site not in self._seen:
            self._seen.add(site)
            self._send("reset_pair", span=site.span(), name=site.target or "", function=site.function)

    def go_on(self, site: Any, environment: Any, value: tuple[Any, ...]) -> None:
        """An environment was stepped: had its episode already ended?"""
        if self._done.get(id(environment)) and site not in self._seen:
            self._seen.add(site)
            self._send("step_after_done", span=site.span())
        if type(value[2]).__name__ in ("bool", "bool_"):
            self._done[id(environment)] = bool(value[2])
            if len(self._done) > MAX_ENVIRONMENTS:
                self._done.clear()

    def fits(self, site: Any, environment: Any, observation: Any) -> None:
        """A library's environment, wrappers included, gave an observation of another shape than its space's: so was the action."""
        key = ("fits", site)
        if key in self._seen or RT.ledger.kind_of(type(observation)) != ARRAY:
            return
        self._seen.add(key)
        inner = environment
        while inner is not None:
            if module_name(type(inner)).partition(".")[0] not in OWN:
                return
            inner = (attributes_of(inner) or {}).get("env")
        wanted = environment.observation_space.shape
        if wanted is not None and tuple(wanted) != tuple(observation.shape):
            self._send("misfit", span=site.span(), got=list(observation.shape), wanted=list(wanted))

    def failed(self, error: BaseException, span_of: Callable[[Any, str], Any]) -> None:
        """The user's own environment failed in its step(), called by the user, and was never reset."""
        above = None
        for frame in frames(error.__traceback__):
            code, own = frame.f_code, frame.f_locals.get("self")
            user = code.co_filename in RT.user_files
            if user and above is not None and code.co_name == "step" and static(type(own), "reset") is not None:
                if id(innermost(own)) not in self._reset:
                    self._send("step_before_reset", span=span_of(above, "step"))
                return
            above = (code.co_filename, frame.f_lineno) if user else None
