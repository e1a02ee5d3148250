"""Sends what the ledger knows of a loss: the walk behind it, and what else was alive at that moment."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .ledger import MODULE, PARAMETER, TENSOR, Rec, _flatten
from .looks import parameters_of
from .probes import RT
from .walk import LIVE_LIMIT, Walk

MAX_LEDGERS = 24
MAX_UNUSED = 24
FAILED_LIVE_LIMIT = 12
"""A backward that fails runs through living values: there the walk goes round loops more often."""


class Explainer:
    """Each backward call of the user's code is explained at most once for each reason."""

    def __init__(self, send: Callable[..., None], files: dict[str, Any]) -> None:
        self._send, self.files = send, files
        self.sent, self._room = 0, MAX_LEDGERS
        self.explained: set[Any] = set()

    def reopen(self) -> None:
        """Explain everything once more."""
        self._room = self.sent + MAX_LEDGERS
        self.explained.clear()

    def explain(
        self, reason: str, tensors: list[Any], key: Any, call: Any, since: int, held: set[int],
        numbers: Callable[[Any], list[int]], **more: Any,
    ) -> Optional[Walk]:  # fmt: skip
        """`key` names the backward call, `call` is its span, `held` are the ids of parameters that optimizers hold,
        `numbers` numbers parameters.

        Returns the walk that was sent; None where the call has been explained before.
        """
        if self.sent >= self._room or (reason, key) in self.explained:
            return None
        self.explained.add((reason, key))
        self.sent += 1
        starts: list[Rec] = []
        for tensor in tensors:
            _flatten(RT.ledger.resolve(tensor), starts)
        walk = Walk(
            self.files, _trainability(held, numbers), FAILED_LIVE_LIMIT if reason == "backward-error" else LIVE_LIMIT
        )
        nodes = walk.from_records(starts) if starts else []
        self._send(
            "ledger", id=self.sent, reason=reason, call=call, loss=0 if starts else None, since=since, nodes=nodes,
            unused_live=_unused_live(walk), **more,
        )  # fmt: skip
        return walk


def _trainability(held: set[int], numbers: Callable[[Any], list[int]]) -> Callable[[Rec], Optional[dict[str, Any]]]:
    """A function: for the record of a module or parameter, is it trainable now and does an optimizer hold it?"""
    objects = {id(ref.rec): ref for ref in RT.ledger.references() if ref.rec.kind in (MODULE, PARAMETER)}

    def trainability(rec: Rec) -> Optional[dict[str, Any]]:
        ref = objects.get(id(rec))
        value = ref() if ref is not None else None
        if value is None:
            return None
        parameters = parameters_of(value) if rec.kind == MODULE else [value]
        return {
            "parameters": len(parameters),
            "requires_grad": sum(bool(p.requires_grad) for p in parameters),
            "held": sum(id(p) in held for p in parameters),
            "numbers": numbers(parameters),
        }

    return trainability


def _unused_live(walk: Walk) -> list[dict[str, Any]]:
    """Live values that still exist and are not in the loss, newest first: a log-prob that was forgotten."""
    found: list[Rec] = []
    for ref in RT.ledger.references():
        rec = ref.rec
        if rec.site is not None and rec.live and rec.kind == TENSOR and not walk.holds(rec) and rec not in found:
            found.append(rec)
    found.sort(key=lambda rec: -rec.n)
    return [walk.describe(rec) for rec in found[:MAX_UNUSED]]
