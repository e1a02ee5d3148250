"""What happened to the gradients, in order: backward, clip, step, zero_grad, reads and edits, with the user's lines.

Each moment tells the state of the gradients that matter to it, one letter a parameter: N none, Z exactly zero,
F finite, X not finite. Parameters are numbered as they are met; their names are looked up at the end. The first
MOMENTS moments are recorded in full; a training loop repeats itself.
"""

from __future__ import annotations

import math
import types
import weakref
from typing import Any, Callable, Optional

from . import torch_probes
from .networks import Networks
from .probes import RT

MOMENTS = 600
READS_A_SITE = 6
EDITS_A_SITE = 48
STACK = 8
MAX_PARAMETERS = 512


class Parameters:
    """Numbers for parameters, and what their gradients look like."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self.references: list[Any] = []
        self._versions: list[int] = []
        self._changed: set[int] = set()

    def look(self) -> None:
        """See which have been changed in place, by an optimizer or by hand, since they were first met."""
        for number, ref in enumerate(self.references):
            parameter = ref()
            if parameter is not None and parameter._version != self._versions[number]:
                self._changed.add(number)

    def changed(self) -> list[bool]:
        """For each parameter, whether such a change was seen."""
        return [number in self._changed for number in range(len(self.references))]

    def number(self, parameter: Any) -> Optional[int]:
        found = self._numbers.get(id(parameter))
        if found is not None and self.references[found]() is parameter:
            return found
        if len(self.references) >= MAX_PARAMETERS:
            return None
        self._numbers[id(parameter)] = len(self.references)
        self.references.append(weakref.ref(parameter))
        self._versions.append(parameter._version)
        return len(self.references) - 1

    def numbers(self, parameters: Any) -> list[int]:
        return [n for n in map(self.number, parameters) if n is not None]

    def numbers_of(self, references: list[Any]) -> list[int]:
        """The same for weak references, also to parameters that are gone: to one object there is one of them."""
        known = {id(ref): number for number, ref in enumerate(self.references)}
        found = []
        for ref in references:
            parameter = ref()
            number = known.get(id(ref)) if parameter is None else self.number(parameter)
            if number is None and parameter is None and len(self.references) < MAX_PARAMETERS:
                number = len(self.references)
                self.references.append(ref)
                self._versions.append(0)
            if number is not None:
                found.append(number)
        return found

    def known(self, parameters: Any) -> list[int]:
        """The numbers of those that have been met."""
        pairs = ((p, self._numbers.get(id(p))) for p in parameters)
        return [n for p, n in pairs if n is not None and self.references[n]() is p]

    def alive(self) -> list[Any]:
        return [p for p in (ref() for ref in self.references) if p is not None]


def norms(tensors: list[Any], order: float) -> list[float]:
    """The norm of each tensor; in one go where this torch can do that."""
    together = getattr(RT.torch, "_foreach_norm", None)
    try:
        return [float(norm) for norm in together(tensors, order)] if tensors else []  # type: ignore[misc]
    except Exception:
        return [float(RT.torch.norm(tensor.float(), order)) if tensor.numel() else 0.0 for tensor in tensors]


def states(parameters: Any) -> str:
    """The states of many gradients, without touching the graph or the user's grad mode."""
    with torch_probes.unrecorded():
        return state(*(p.grad for p in parameters))


def state(*gradients: Any) -> str:
    """One letter for each gradient."""
    dense = [(g.coalesce().values() if g.is_sparse else g).detach() for g in gradients if g is not None]
    # The largest absolute value: it is zero only where all are, and never overflows.
    largest = iter(norms(dense, math.inf))
    return "".join("N" if g is None else _letter(next(largest)) for g in gradients)


def _letter(largest: float) -> str:
    return "X" if not math.isfinite(largest) else "F" if largest else "Z"


def total_norm(parameters: Any) -> float:
    """The 2-norm of all gradients together; 0.0 where there are none."""
    with torch_probes.unrecorded():
        gradients = [p.grad.detach() for p in parameters if p.grad is not None and not p.grad.is_sparse]
        return math.sqrt(sum(norm * norm for norm in norms(gradients, 2.0)))


class Timeline:
    """Collects moments and sends them. `span_of` turns a position into a span."""

    def __init__(self, send: Callable[..., None], span_of: Callable[[Any, str], Any]) -> None:
        self._send, self._span_of = send, span_of
        self.parameters = Parameters()
        self.moments = 0
        self._reads: dict[Any, int] = {}
        self._last: Any = None
        self._gradients: dict[int, tuple[int, int]] = {}
        self.backward_ordinals: list[int] = []
        self.networks = Networks(self.parameters)
        self._room = MOMENTS

    @property
    def full(self) -> bool:
        """Whether nothing more is recorded."""
        return self.moments >= self._room

    def reopen(self) -> None:
        """Room for as many moments again."""
        self._room = self.moments + MOMENTS
        self._reads.clear()

    def note(self, what: str, site: Any, **fields: Any) -> None:
        """One moment. `site` is the site of the call, or None to look for the user's line."""
        if self.full:
            return
        self.moments += 1
        span = site.span() if site is not None else self._span_of(torch_probes.user_position(), what)
        self._send(
            "moment", what=what, span=span, ordinal=RT.ledger.made, function=getattr(site, "function", ""), **fields
        )

    # -- moments ---------------------------------------------------------------------------------------------------
    def backward_done(self, site: Any, held: list[Any]) -> list[Any]:
        """A backward has run. `held`: the parameters of all optimizers. Gives back those whose gradient is zero."""
        self.backward_ordinals.append(RT.ledger.made)
        del self.backward_ordinals[:-200]
        if self.full:
            return []
        self.networks.look()
        for parameter in held:
            self.parameters.number(parameter)
        alive = self.parameters.alive()[:MAX_PARAMETERS]
        seen = states(alive)
        given = [p for p in alive if p.grad is not None and _version(p.grad) != self._gradients.get(id(p))]
        self.note(
            "backward",
            site,
            parameters=self.parameters.numbers(alive),
            states=seen,
            given=self.parameters.numbers(given),
        )
        return [parameter for parameter, state in zip(alive, seen) if state == "Z"]

    def before_backward(self, site_position: Any, held: list[Any]) -> None:
        """A backward is about to run: gradients that are still there will be added to."""
        if not self.full:
            self._gradients = {id(p): _version(p.grad) for p in self.parameters.alive() if p.grad is not None}
            self.note("before_backward", None, parameters=self.parameters.numbers(held), states=states(held))

    def stored(self, site: Any, owner: Any) -> None:
        """`owner.grad = …`: the user sets or clears a gradient by hand."""
        if not self.full:
            number = self.parameters.number(owner)
            self.note("grad_store", site, parameters=[] if number is None else [number])

    def step(self, number: int, parameters: list[Any], closure: bool) -> str:
        """An optimizer is about to step; the states of the gradients that it uses."""
        seen = states(parameters[:MAX_PARAMETERS])
        if not self.full:
            numbers = self.parameters.numbers(parameters)
            self.note("step", None, optimizer=number, parameters=numbers, states=seen[: len(numbers)], closure=closure)
        return seen

    def cleared(self, site: Any, optimizer: Optional[int], parameters: list[Any]) -> None:
        if not self.full:
            self.note(
                "zero_grad",
                site,
                optimizer=optimizer,
                parameters=self.parameters.numbers(parameters),
                stack=self._stack(),
            )

    def read(self, site: Any, owner: Any, value: Any) -> None:
        """`.grad` of something was looked at."""
        leaf = isinstance(owner, RT.ledger.parameter_type) or owner.grad_fn is None
        key = (site, leaf, value is None)
        seen = self._reads.get(key, 0)
        if seen >= READS_A_SITE or self.full:
            return
        self._reads[key] = seen + 1
        if not leaf:
            self.note("nonleaf_read", site, grad_fn=type(owner.grad_fn).__name__, retains=bool(owner.retains_grad))
        elif owner.requires_grad:
            number = self.parameters.number(owner)
            with torch_probes.unrecorded():
                seen_state = state(value)
            self.note(
                "grad_read", site, parameters=[] if number is None else [number], states=seen_state,
                stack=self._stack(),
            )  # fmt: skip

    def _stack(self) -> list[dict[str, Any]]:
        """Who asks: the user's frames as spans, innermost first."""
        return [dict(self._span_of(p, ""), function=p[2]) for p in torch_probes.user_stack(STACK)]

    def edited(self, site: Any, gradient: Any, number: Optional[int]) -> None:
        """A gradient was changed in place by the user's own code (a hand-written clip)."""
        key = ("edit", site)
        seen = self._reads.get(key, 0)
        if seen < EDITS_A_SITE and not self.full:
            self._reads[key] = seen + 1
            with torch_probes.unrecorded():
                self.note(
                    "grad_edit", site, states=state(gradient), attr=site.operator or site.attr, parameters=[] if number is None else [number]
                )  # fmt: skip

    def clipped(self, what: str, parameters: list[Any], limit: Any, call: Callable[[], Any], given: str) -> Any:
        """Run a clip and tell what it found and left. The user's exception passes through."""
        before = states(parameters) if not self.full else ""
        norm = total_norm(parameters) if not self.full else 0.0
        ended = False
        try:
            result = call()
            ended = True
        finally:
            if not self.full:
                self.note(
                    "clip", None, form=what, given=given, count=len(parameters), parameters=self.parameters.numbers(parameters),
                    limit=_number(limit), before=before, states=states(parameters), norm=norm,
                    after_norm=total_norm(parameters), raised=not ended,
                )  # fmt: skip
        return result


def _version(gradient: Any) -> tuple[int, int]:
    """What changes when a backward adds to a gradient, or makes it anew."""
    return id(gradient), gradient._version


def _number(value: Any) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def materialised(parameters: Any) -> tuple[list[Any], Any, str]:
    """(the tensors in `parameters`, what to hand on in its place, what it was): iterators are not used up for nothing."""
    if RT.ledger.tensor_type and isinstance(parameters, RT.ledger.tensor_type):
        return [parameters], parameters, "tensor"
    if isinstance(parameters, (list, tuple)):
        return [p for p in parameters if isinstance(p, RT.ledger.tensor_type)], parameters, "list"
    if isinstance(parameters, types.GeneratorType):
        items = list(parameters)
        again: Any = (item for item in items) if items else parameters
        return items, again, "generator"
    if hasattr(type(parameters), "__next__"):
        items = list(parameters)
        return items, iter(items), "iterator"
    return [], parameters, "other"
