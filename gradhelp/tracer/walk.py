"""From a loss back through the ledger: the part of it that explains the loss, as plain data.

Nearest first, so that whatever is left out is far away: a site is followed at most SITE_LIMIT times (loops repeat their
sites), and a walk holds at most NODE_LIMIT nodes.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Optional

from .ledger import KIND_NAMES, MODULE, PARAMETER, TENSOR, Rec
from .probes import RT
from .torch_probes import unrecorded

SITE_LIMIT = 4
NODE_LIMIT = 500
LIVE_LIMIT = 2


class Walk:
    """One walk. `nodes` come out nearest first; operands refer to them by position."""

    def __init__(self, files: dict[str, Any], trainable: Any = lambda rec: None, live_limit: int = LIVE_LIMIT) -> None:
        self._files, self._live_limit = files, live_limit
        self._trainable = trainable
        self._objects: Any = None
        self._numbers: dict[int, int] = {}
        self._order: list[Rec] = []
        self._visits: dict[Any, int] = {}

    def from_records(self, starts: list[Rec]) -> list[dict[str, Any]]:
        waiting = deque(starts)
        for start in starts:
            self._add(start)
        while waiting and len(self._order) < NODE_LIMIT:
            rec = waiting.popleft()
            for operand in _operands(rec):
                if id(operand) in self._numbers:
                    continue
                wanted = self._wanted(operand)
                if wanted or (operand.live and not rec.live):
                    self._add(operand)
                if wanted:
                    waiting.append(operand)
        return [self._node(rec) for rec in self._order]

    def holds(self, rec: Rec) -> bool:
        """Whether the walk came by `rec`."""
        return id(rec) in self._numbers

    def position(self, rec: Rec) -> Optional[int]:
        """The id of the node of `rec`; None where the walk did not come by."""
        return self._numbers.get(id(rec))

    def describe(self, rec: Rec) -> dict[str, Any]:
        """A record that is not part of the walk, in short."""
        return {
            "span": rec.site.span(), "name": rec.name, "attr": rec.site.attr, "callee": _callee(rec)[0],
            "grad_fn": rec.grad_fn, "ordinal": rec.n, "function": rec.site.function,
        }  # fmt: skip

    def _wanted(self, rec: Rec) -> bool:
        if rec.site is None:
            return True
        key = (rec.site, rec.live)
        seen = self._visits.get(key, 0)
        self._visits[key] = seen + 1
        return seen < (self._live_limit if rec.live else SITE_LIMIT)

    def _add(self, rec: Rec) -> None:
        if id(rec) not in self._numbers:
            self._numbers[id(rec)] = len(self._order)
            self._order.append(rec)

    def _node(self, rec: Rec) -> dict[str, Any]:
        site = rec.site
        callee, receiver = _callee(rec)
        return {
            "id": self._numbers[id(rec)],
            "span": site.span() if site is not None else None,
            "function": site.function if site is not None else "",
            "op": site.kind if site is not None else "source",
            "attr": site.attr if site is not None else "",
            "callee": callee,
            "receiver": receiver,
            "value": KIND_NAMES[rec.kind],
            "type": _type_name(rec.type),
            "dtype": str(rec.dtype) if rec.dtype is not None else None,
            "shape": [int(n) for n in rec.shape] if rec.shape is not None else None,
            "device": str(rec.device) if rec.device is not None else None,
            "requires_grad": bool(rec.requires_grad),
            "grad_fn": rec.grad_fn,
            "leaf": bool(rec.leaf),
            "live": rec.live,
            "grad_enabled": bool(rec.enabled),
            "off": self._off(rec.off),
            "mode": rec.off[1] if rec.off else "",
            "operands": [self._numbers[id(op)] for op in _operands(rec) if id(op) in self._numbers],
            "truncated": any(id(op) not in self._numbers for op in _operands(rec)),
            "stored": [self._event(*event) for event in rec.stored],
            "taken": [self._event(*event) for event in rec.taken],
            "ordinal": rec.n,
            "name": rec.name,
            "order": site.order if site is not None else "",
            "made": rec.aux.span() if rec.kind == MODULE and rec.aux is not None else None,
            "zero": self._zero(rec),
            "trainable": self._trainable(rec) if rec.kind in (MODULE, PARAMETER) else None,
        }

    def _zero(self, rec: Rec) -> bool:
        """Whether the value still exists and is exactly zero everywhere."""
        value = self._value(rec)
        if rec.kind != TENSOR or value is None or value.numel() < 2 or value.is_sparse:
            return False
        with unrecorded():
            return not bool(value.detach().any())

    def _value(self, rec: Rec) -> Any:
        if self._objects is None:
            self._objects = {id(ref.rec): ref for ref in RT.ledger.references()}
        ref = self._objects.get(id(rec))
        return ref() if ref is not None else None

    @staticmethod
    def _event(site: Any, ordinal: int) -> dict[str, Any]:
        cache = site.cache
        receiver = (
            cache[0].__mro__ if isinstance(cache, tuple) and len(cache) == 2 and isinstance(cache[0], type) else ()
        )
        return {
            "span": site.span(), "ordinal": ordinal, "function": site.function, "op": site.kind,
            "attr": site.attr, "target": _target(site.target), "receiver": [_type_name(cls) for cls in receiver],
        }  # fmt: skip

    def _off(self, cause: Optional[Any]) -> Optional[dict[str, Any]]:
        if not cause:
            return None
        (path, line, function), _ = cause
        file = self._files.get(path)
        display = file.display if file is not None else path
        return {"file": display, "line": line, "function": function}


def _target(target: Any) -> Any:
    return [name or "" for name in target] if isinstance(target, tuple) else target


def _operands(rec: Rec) -> list[Rec]:
    ops = list(rec.ops)
    if rec.stores:
        ops += [stored for stored in rec.stores.values() if stored not in ops]
    return ops


def _type_name(cls: Any) -> Optional[str]:
    return f"{cls.__module__}.{cls.__qualname__}" if cls is not None else None


def _callee(rec: Rec) -> tuple[Optional[str], list[str]]:
    """The dotted name of what was called, and the receiver's class and its bases."""
    site, callee = rec.site, rec.callee
    if site is None:
        return None, []
    if isinstance(callee, str):
        return callee or site.callee or None, []
    if isinstance(callee, type):
        return f"{_type_name(callee)}.{site.attr}", [name for name in map(_type_name, callee.__mro__) if name]
    return site.callee or None, []
