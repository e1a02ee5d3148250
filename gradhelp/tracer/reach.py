"""Which parameters each term of a loss reaches: by its own gradient where that can be had unseen, else by structure.

The gradient of a term is asked of autograd from the term's place in the graph on: no tensor of the user's is given
one, no random number is drawn, and the graph stays. Where anything of the user's would hear of it (hooks, functions and
modes of their own, checkpoints, anomaly mode, a profiler), the graph is only looked at.
"""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any, Callable, Optional

from .ledger import Rec
from .probes import RT
from .terms import Term, terms_of
from .timeline import norms
from .torch_probes import Lookup, unrecorded
from .walk import Walk

MAX_LOOKS = 2
"""In this many passages of a backward call its loss is taken apart."""
MAX_TERMS = 8
MAX_NODES = 20_000
MAX_NUMBERS = 20_000_000
"""Larger models are not differentiated once more for each term: that would take as much memory again."""
BUDGET = 2.0
"""Seconds that the gradients of one loss may take."""
OWN_NODE = re.compile(r"([A-Za-z0-9_]+Backward\d+|(torch::autograd::)?(AccumulateGrad|CopySlices|CopyBackwards))")
HOOKS = frozenset({"register_hook", "register_prehook", "register_multi_grad_hook"})

Reached = Any
"""(a letter for each parameter, a norm or None for each)."""


class Reach:
    """Sends the terms of watched losses. `parameters` numbers parameters, `files` are the user's files by path."""

    def __init__(self, send: Callable[..., None], parameters: Any, files: dict[str, Any]) -> None:
        self._send, self._parameters, self._files = send, parameters, files
        self._looks: dict[Any, int] = {}
        self._ledgers: dict[Any, int] = {}
        self._hooked = False

    def watch(self, torch: Any) -> None:
        """Notice that a tensor gets a hook of the user's or of a library's, or that what is saved for backward does."""
        torch.Tensor.register_hook = Lookup(torch.Tensor.register_hook, self._on_hook)
        torch.Tensor.retain_grad = Lookup(torch.Tensor.retain_grad, self._on_hook)
        saving = getattr(getattr(torch.autograd, "graph", None), "saved_tensors_hooks", None)
        if saving is not None:
            saving.__enter__ = Lookup(saving.__enter__, self._on_hook)

    def reopen(self) -> None:
        """Take every loss apart once more."""
        self._looks.clear()

    def _on_hook(self, _: Any) -> None:
        self._hooked = True

    def look(self, loss: Any, key: Any, call: Any, walk: Optional[Walk], ledger: int) -> None:
        """Take a loss apart that is about to be differentiated. `walk` is its ledger `ledger`, where that was sent now."""
        looks = self._looks.get(key, 0)
        rec = RT.ledger.resolve(loss)
        if looks >= MAX_LOOKS or rec.__class__ is not Rec or not RT.ledger.is_plain(loss) or loss.grad_fn is None:
            return
        self._looks[key] = looks + 1
        self._ledgers[key] = ledger if walk is not None else self._ledgers.get(key, 0)
        with unrecorded():
            self._look(loss, rec, key, call, walk)

    def _look(self, loss: Any, rec: Rec, key: Any, call: Any, walk: Optional[Walk]) -> None:
        edge, weight = (loss.grad_fn, loss.output_nr), RT.torch.ones_like(loss)
        terms = terms_of(rec, edge, weight)
        if terms is None:
            return
        reached = [_structure(term) for term in terms[:MAX_TERMS]]
        if any(found is None for found in reached):
            return
        parameters = self._parameters.alive()
        why = self._refusal(loss, parameters, reached)
        results = None if why else self._gradients(terms[:MAX_TERMS], parameters)
        self._send(
            "terms", ledger=self._ledgers[key], look=self._looks[key], call=call, method="gradient" if results else "structure",
            reason=why or (None if results else "torch"), parameters=self._parameters.numbers(parameters),
            requires_grad=[bool(p.requires_grad) for p in parameters], omitted=max(0, len(terms) - MAX_TERMS),
            terms=[
                self._term(term, walk, result) for term, result in
                zip(terms, results or [_letters(found, parameters) for found in reached])
            ],
        )  # fmt: skip

    def _term(self, term: Term, walk: Optional[Walk], reached: Reached) -> dict[str, Any]:
        rec, first = term.rec, term.pieces[0]
        return {
            "span": rec.site.span() if rec.site is not None else None, "name": rec.name, "live": term.live,
            "node": walk.position(rec) if walk is not None else None, "pieces": len(term.pieces),
            "whole": first.whole, "coefficient": _coefficient(first), "value": _value(rec) if len(term.pieces) == 1 else None,
            "states": reached[0], "norms": reached[1],
        }  # fmt: skip

    def _refusal(self, loss: Any, parameters: list[Any], reached: list[Any]) -> Optional[str]:
        """Why the gradients are better not asked for, in a word; None where nobody would notice."""
        torch = RT.torch
        if self._hooked or any(_is_hooked(p) for p in parameters):
            return "hooks"
        if any(site.attr in HOOKS for file in self._files.values() for site in file.sites):
            return "hooks"
        if not all(found[1] for found in reached):
            return "function"
        if not all(map(RT.ledger.is_plain, parameters)) or _is_overheard(torch):
            return "mode"
        if sum(p.numel() for p in parameters) > MAX_NUMBERS:
            return "size"
        return None

    def _gradients(self, terms: list[Term], parameters: list[Any]) -> Optional[list[Reached]]:
        """The gradient of each term alone; None where this torch cannot, or where it takes too long."""
        edge_type = getattr(getattr(RT.torch.autograd, "graph", None), "GradientEdge", None)
        wanted = [p for p in parameters if p.requires_grad]
        pieces = [piece for term in terms for piece in term.pieces if piece.live]
        if edge_type is None or not wanted or any(piece.weight is None for piece in pieces):
            return None
        began, results = perf_counter(), []
        for term in terms:
            if perf_counter() - began > BUDGET:
                return None
            try:
                results.append(_gradient(term, parameters, wanted, edge_type) if term.live else _nothing(parameters))
            except Exception:
                return None
        return results


def _gradient(term: Term, parameters: list[Any], wanted: list[Any], edge_type: Any) -> Reached:
    found = RT.torch.autograd.grad(
        [edge_type(*piece.edge) for piece in term.pieces], wanted, grad_outputs=[piece.weight for piece in term.pieces],
        retain_graph=True, allow_unused=True,
    )  # fmt: skip
    dense = [g if g is None or not g.is_sparse else g.coalesce().values() for g in found]
    sizes = iter(norms([g for g in dense if g is not None], 2.0))
    by_id = {id(p): None if g is None else next(sizes) for p, g in zip(wanted, dense)}
    values = [by_id.get(id(p)) for p in parameters]
    return "".join(map(_letter, values)), values


def _letter(norm: Optional[float]) -> str:
    if norm is None:
        return "N"
    return "F" if 0 < norm < float("inf") else "X" if norm else "Z"


def _nothing(parameters: list[Any]) -> Reached:
    return "N" * len(parameters), [None] * len(parameters)


def _structure(term: Term) -> Any:
    """(ids of the leaves that the graph behind a term ends in, whether all of it is torch's own); None where it is too large."""
    waiting = [piece.edge[0] for piece in term.pieces if piece.live]
    seen, found, own = set(waiting), set(), True
    while waiting:
        node = waiting.pop()
        own = own and OWN_NODE.fullmatch(type(node).__name__) is not None
        if not own and "checkpoint" in type(node).__name__.lower():
            return None
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.add(id(variable))
        for following, _ in node.next_functions:
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
        if len(seen) > MAX_NODES:
            return None
    return found, own


def _letters(found: Any, parameters: list[Any]) -> Reached:
    return "".join("R" if id(p) in found[0] else "N" for p in parameters), [None] * len(parameters)


def _is_hooked(parameter: Any) -> bool:
    return bool(getattr(parameter, "_backward_hooks", None))


def _is_overheard(torch: Any) -> bool:
    """Whether a mode, a profiler, anomaly detection or a capture would hear of further operations."""
    internals = torch._C
    asked = ("_len_torch_dispatch_stack", "_is_torch_function_mode_enabled", "_get_tracing_state")
    if any(getattr(internals, name, bool)() for name in asked) or torch.is_anomaly_enabled():
        return True
    if getattr(torch, "is_deterministic_algorithms_warn_only_enabled", bool)():
        return True
    if getattr(torch._C._autograd, "_profiler_enabled", bool)():
        return True
    transforms = getattr(getattr(internals, "_functorch", None), "peek_interpreter_stack", None)
    return transforms is not None and transforms() is not None


def _coefficient(piece: Any) -> Optional[float]:
    """What the term is multiplied by in the loss, where that is one number."""
    weight = piece.weight
    return float(weight) if weight is not None and weight.numel() == 1 and piece.whole else None


def _value(rec: Rec) -> Optional[float]:
    """The value of a term that is one number and still exists."""
    held = next((ref() for ref in RT.ledger.references() if ref.rec is rec), None)
    if held is None or not RT.ledger.tensor_type or not isinstance(held, RT.ledger.tensor_type) or held.numel() != 1:
        return None
    return float(held.detach())
