"""The user's optimizers, in the order in which they were met, and what they hold."""

from __future__ import annotations

import weakref
from typing import Any, Callable, Iterator

from .ledger import MODULE
from .looks import parameters_of
from .probes import RT
from .timeline import Parameters

MAX_FROZEN = 256
MAX_OPTIMIZERS = 64


class Optimizer:
    """One of the user's optimizers, held weakly. `site` made it."""

    def __init__(self, number: int, optimizer: Any) -> None:
        self.number, self.reference = number, weakref.ref(optimizer)
        self.steps = 0

    def parameters(self) -> list[Any]:
        optimizer = self.reference()
        return [p for group in optimizer.param_groups for p in group["params"]] if optimizer is not None else []


class Optimizers:
    """`parameters` gives parameters their numbers."""

    def __init__(self, send: Callable[..., None], parameters: Parameters) -> None:
        self._send, self._parameters = send, parameters
        self._optimizers: list[Optimizer] = []
        self._seen: set[Any] = set()
        self._frozen = 0

    def __iter__(self) -> Iterator[Optimizer]:
        return iter(self._optimizers)

    def __len__(self) -> int:
        return len(self._optimizers)

    def meet(self, site: Any, optimizer: Any) -> Optimizer:
        """An optimizer, new or known: which parameters it holds, made at which line."""
        for known in self._optimizers:
            if known.reference() is optimizer:
                return known
        made = Optimizer(len(self._optimizers), optimizer)
        self._optimizers.append(made)
        if len(self._optimizers) <= MAX_OPTIMIZERS:
            held = made.parameters()
            self._send(
                "optimizer", id=made.number, span=site.span() if site is not None else None, parameters=len(held),
                held=self._parameters.numbers(held), ordinal=RT.ledger.made, **{"class": type(optimizer).__name__},
            )  # fmt: skip
        return made

    def held(self) -> dict[int, Any]:
        """All parameters that some optimizer holds, by id."""
        return {id(p): p for optimizer in self._optimizers for p in optimizer.parameters()}

    def frozen(self, site: Any, target: Any) -> None:
        """A module or parameter was asked to (not) require gradients."""
        parameters = parameters_of(target) if RT.ledger.kind_of(type(target)) == MODULE else [target]
        key = ("frozen", site, id(parameters[0])) if parameters else None
        if key is None or key in self._seen or self._frozen >= MAX_FROZEN:
            return
        self._seen.add(key)
        self._frozen += 1
        numbers = self._parameters.numbers(parameters[:MAX_FROZEN])
        self._send(
            "frozen", span=site.span(), parameters=len(parameters), requires_grad=parameters[0].requires_grad, numbers=numbers
        )  # fmt: skip
