"""Where in a backward pass the gradient becomes zero, or stops being finite.

Torch's nodes are watched through one backward pass: what comes into each, and what it hands on. A node belongs to the
expression whose result was the next one that autograd made: sequence numbers grow, and calls into a library end before
the user's next expression begins. Hooks return nothing and leave with the pass, so the gradients are what they were.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Callable, Optional

from . import torch_probes
from .ledger import Rec, _flatten
from .probes import RT
from .timeline import state

MAX_NODES = 600
MAX_RECORDS = 4_000
MAX_PLACES = 8
PASSES_A_CALL = 3


class Flow:
    """Watches the backward passes that are armed, and sends what it saw as an event `flow`."""

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._passes: dict[Any, int] = {}
        self._watched: Optional[Pass] = None
        self._sent: set[Any] = set()

    def arm(self, key: Any, tensors: list[Any]) -> None:
        """Watch the pass that is about to begin from these tensors, unless its call was watched often enough."""
        self.leave()
        if self._passes.get(key, 0) >= PASSES_A_CALL:
            return
        self._passes[key] = self._passes.get(key, 0) + 1
        nodes = torch_probes.graph_nodes(tensors, MAX_NODES)
        if nodes:
            self._watched = Pass(nodes, _records(tensors), key)

    def done(self, call: Any, flat: list[Any]) -> None:
        """The pass has run: tell what it was. `flat`: the parameters that got nothing but zeros."""
        watched = self._watched
        self.leave()
        if watched is None:
            return
        places = [("zeroed", *place) for place in watched.zeroed(flat)]
        places += [("nonfinite", *place) for place in watched.nonfinite()]
        if places and (watched.key, places[0][0]) not in self._sent:
            self._sent.add((watched.key, places[0][0]))
            found = [
                {"kind": kind, "span": rec.site.span(), "grad_fn": name, "name": rec.name, "ordinal": rec.n}
                for kind, rec, name in places[:MAX_PLACES]
            ]
            self._send("flow", call=call, places=found)

    def reopen(self) -> None:
        """Watch and tell everything once more."""
        self._passes.clear()
        self._sent.clear()

    def leave(self) -> None:
        """Take the hooks away."""
        if self._watched is not None:
            self._watched.leave()
            self._watched = None


class Pass:
    """One watched backward pass."""

    def __init__(self, nodes: list[Any], records: list[tuple[int, Rec]], key: Any) -> None:
        self.key = key
        self._nodes, self._records = nodes, records
        self._seen: dict[Any, tuple[str, list[str]]] = {}
        self._order: list[Any] = []
        self._handles = [node.register_hook(self._watching(node)) for node in nodes if _leaf(node) is None]

    def leave(self) -> None:
        for handle in self._handles:
            handle.remove()

    def _watching(self, node: Any) -> Callable[[Any, Any], None]:
        def look(handed_on: Any, came_in: Any) -> None:
            try:
                with torch_probes.unrecorded():
                    self._seen[node] = _worst(came_in), list(_letters(handed_on))
                self._order.append(node)
            except Exception:
                self._seen.pop(node, None)

        return look

    def zeroed(self, flat: list[Any]) -> list[tuple[Rec, str]]:
        """Where something came in and nothing but zeros went on towards the parameters `flat`; surest first."""
        parents: dict[Any, list[tuple[Any, str]]] = {}
        for node, (_, handed_on) in self._seen.items():
            for (following, _), letter in zip(node.next_functions, handed_on):
                if following is not None:
                    parents.setdefault(following, []).append((node, letter))
        numbers = {id(parameter) for parameter in flat}
        waiting = [node for node in self._nodes if id(_leaf(node)) in numbers]
        passed, found = set(waiting), []
        while waiting:
            for parent, letter in parents.get(waiting.pop(), ()):
                if letter not in ("Z", "N") or parent in passed:
                    continue
                passed.add(parent)
                came_in, handed_on = self._seen[parent]
                if came_in == "Z":
                    waiting.append(parent)
                else:
                    found.append((not _all_zero(handed_on), parent))
        found.sort(key=lambda pair: pair[0])
        surest = [node for partly, node in found if partly == found[0][0]]
        return self._places(surest)

    def nonfinite(self) -> list[tuple[Rec, str]]:
        """Where what came in was finite and what went on was not, in the order of the pass."""
        turned = [node for node in self._order if self._seen[node][0] != "X" and "X" in self._seen[node][1]]
        return self._places(turned)

    def _places(self, nodes: list[Any]) -> list[tuple[Rec, str]]:
        found: dict[int, tuple[Rec, str]] = {}
        numbers = [number for number, _ in self._records]
        for node in nodes:
            position = bisect_left(numbers, node._sequence_nr())
            if position < len(numbers):
                rec = self._records[position][1]
                found.setdefault(id(rec), (rec, type(node).__name__))
        return list(found.values())


def _records(tensors: list[Any]) -> list[tuple[int, Rec]]:
    """The living records behind a loss by the number of autograd's node, ascending."""
    waiting: list[Rec] = []
    for tensor in tensors:
        _flatten(RT.ledger.resolve(tensor), waiting)
    seen: dict[int, Rec] = {}
    while waiting and len(seen) < MAX_RECORDS:
        rec = waiting.pop()
        if id(rec) not in seen:
            seen[id(rec)] = rec
            waiting += rec.ops
    return sorted(
        ((rec.seq, rec) for rec in seen.values() if rec.seq >= 0 and rec.site is not None), key=lambda x: x[0]
    )


def _leaf(node: Any) -> Any:
    return getattr(node, "variable", None)


def _all_zero(states: list[str]) -> bool:
    return not any(state in ("F", "X") for state in states)


def _worst(gradients: Any) -> str:
    letters = _letters(gradients)
    return next((letter for letter in "XFZ" if letter in letters), "N")


def _letters(gradients: Any) -> str:
    """The timeline's letters; an empty gradient is as good as none."""
    return state(*(g if isinstance(g, RT.ledger.tensor_type) and g.numel() else None for g in gradients))
