"""How the user's program treats the episodes of its environments: results of reset() kept whole, steps after the end."""

from __future__ import annotations

from typing import Any, Callable

MAX_ENVIRONMENTS = 256


class Episodes:
    """Each place is told once. `environment` is the one inside all wrappers."""

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._done: dict[int, bool] = {}
        self._seen: set[Any] = set()

    def begin(self, site: Any, environment: Any, value: Any) -> None:
        """An environment's reset() that gave a pair which is not unpacked by name."""
        self._done.pop(id(environment), None)
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
