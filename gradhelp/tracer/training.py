"""Follows the training loop: optimizers, each loss that is differentiated, whether its gradient arrives, and the timeline.

All methods are called from probes and torch's hooks; they look and never change what the user's program sees.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Optional

from . import torch_probes
from .environments import ENVIRONMENTS
from .episodes import Episodes
from .explaining import Explainer
from .flow import Flow
from .ledger import MODULE, OBJECT, PARAMETER, TENSOR
from .looks import innermost, parameters_of
from .optimizers import Optimizers
from .probes import RT, Site
from .reach import Reach
from .timeline import MAX_PARAMETERS, Timeline, materialised, states
from .vigil import Vigil
from .walk import Walk

GRAPH_CHECKS = 3
MAX_LOSSES = 8
"""So many expressions whose values are differentiated at one call are told apart."""


class Training:
    """State of the observed training loop. `span_of(position, attr)` finds the call of that name at a line."""

    def __init__(
        self, send: Callable[..., None], span_of: Callable[[Any, str], Any], explainer: Explainer, vigil: Vigil
    ) -> None:
        self._send, self._span_of, self.explainer, self._vigil = send, span_of, explainer, vigil
        self.timeline = Timeline(send, span_of)
        self.flow = Flow(send)
        self.reach = Reach(send, self.timeline.parameters, explainer.files)
        self.optimizers = Optimizers(send, self.timeline.parameters)
        self.held = self.optimizers.held
        self.episodes = Episodes(send)
        self.steps = self.backwards = self.since = 0
        self.calls: dict[Any, dict[str, Any]] = {}
        self.pending: Any = None
        self._expected: Any = None
        self._looked_up: Any = None
        self._changing = False
        self._seen: set[Any] = set()
        self._watched: dict[Any, dict[Any, int]] = {}

    def install(self, torch: Any) -> None:
        RT.optimizer_type = torch.optim.Optimizer
        unheard = torch_probes.unheard
        RT.on_backward, RT.on_frozen = unheard(self.on_backward), unheard(self.optimizers.frozen)
        RT.on_optimizer = unheard(self.optimizers.meet)
        RT.on_call, RT.on_grad, RT.on_edit = unheard(self.on_call), unheard(self.on_grad), unheard(self.timeline.edited)
        RT.on_grad_store, RT.on_broadcast = unheard(self.timeline.stored), unheard(self.on_broadcast)
        RT.ledger.numbered = torch_probes.numbers_nodes(torch)
        torch_probes.watch_backward(torch)
        torch_probes.watch_steps(torch, self.before_step, self.after_step)
        torch_probes.watch_clips(torch, self.on_clip)
        self.reach.watch(torch)

    # -- optimizers ------------------------------------------------------------------------------------------------
    def before_step(self, optimizer: Any, closure: bool) -> None:
        known = self.optimizers.meet(None, optimizer)
        if RT.on:
            letters = self.timeline.step(known.number, known.parameters(), closure)
            self._changing = self._vigil.before_step(known.number, letters) or self._changing
        elif known.steps == 0:
            self._vigil.news("optimizer")
        else:
            self._vigil.glance(known.number, known.parameters()[:MAX_PARAMETERS], states)

    def after_step(self, optimizer: Any, closure: bool) -> None:
        self.optimizers.meet(None, optimizer).steps += 1
        self.steps += 1
        ENVIRONMENTS.updated()
        self.since = RT.ledger.made
        if self._expected is not None:
            self._check_arrival()
        self._vigil.after_step(any(known.steps == 0 and known.reference() is not None for known in self.optimizers))
        if self._vigil.asleep:
            self.flow.leave()
        if self._vigil.looks_again:
            self._look_again()

    def _look_again(self) -> None:
        """Here an earlier run met news: what is recorded only so often is recorded once more."""
        self.timeline.reopen()
        self.explainer.reopen()
        self.flow.reopen()
        self.reach.reopen()
        self._watched.clear()

    # -- calls of the user's ---------------------------------------------------------------------------------------
    def on_call(self, site: Site, receiver: Any, value: Any) -> None:
        """After a call of one of the watched names."""
        attr, kind = site.attr, RT.ledger.kind_of(type(receiver))
        if attr == "backward" and kind in (TENSOR, PARAMETER):
            held = list(self.held().values())
            self.flow.done(site.span(), self.timeline.backward_done(site, held))
            self._changing = self._changing or (bool(held) and all(p.grad is None for p in held))
        elif attr == "zero_grad":
            self._cleared(site, receiver, kind)
        elif attr == "load_state_dict" and kind == MODULE:
            self.timeline.networks.loaded.update(self.timeline.parameters.numbers(parameters_of(receiver)))
        elif attr in ("unscale_", "scale") and type(receiver).__name__ == "GradScaler":
            self.timeline.note(
                attr, site, scale=float(receiver.get_scale()), enabled=bool(receiver.is_enabled()), unscaled=self._unscaled(receiver)
            )  # fmt: skip
        elif attr == "reset" and kind == OBJECT:
            self.episodes.begin(site, innermost(receiver), value)
        elif attr == "step" and kind == OBJECT and type(value) is tuple:
            self._vigil.acted()
            if len(value) == 5:
                self.episodes.go_on(site, innermost(receiver), value)
                self.episodes.fits(site, receiver, value[0])

    def _unscaled(self, scaler: Any) -> Optional[list[int]]:
        """The optimizers whose gradients this scaler has unscaled since its last update; None where it does not say."""
        states = getattr(scaler, "_per_optimizer_states", None)
        if not isinstance(states, dict):
            return None
        stages = {number: getattr(dict.get(state, "stage"), "name", "") for number, state in list(states.items())}
        return [o.number for o in self.optimizers if stages.get(id(o.reference())) == "UNSCALED"]

    def _cleared(self, site: Site, receiver: Any, kind: int) -> None:
        if RT.optimizer_type and isinstance(receiver, RT.optimizer_type):
            known = self.optimizers.meet(None, receiver)
            self.timeline.cleared(site, known.number, known.parameters())
        elif kind == MODULE:
            self.timeline.cleared(site, None, parameters_of(receiver))

    def on_grad(self, site: Site, owner: Any, value: Any) -> None:
        """`owner.grad` was loaded."""
        if RT.ledger.kind_of(type(owner)) not in (TENSOR, PARAMETER):
            return
        if value is not None:
            RT.know_gradient(value, self.timeline.parameters.number(owner) if owner.grad_fn is None else None)
        self.timeline.read(site, owner, value)

    def on_broadcast(self, site: Site, left: Any, right: Any, result: Any) -> None:
        """An operator or a loss combined (N,) with (N, 1)."""
        if site not in self._seen:
            self._seen.add(site)
            self._send(
                "broadcast",
                span=site.span(),
                left=list(left),
                right=list(right),
                result=list(result),
                function=site.function,
            )

    def on_clip(self, name: str, parameters: Any, args: Any, kwargs: Any, original: Any) -> Any:
        """One of torch's clips is called."""
        try:
            items, again, given = materialised(parameters)
        except Exception:
            return original(parameters, *args, **kwargs)
        limit = args[0] if args else kwargs.get("max_norm", kwargs.get("clip_value"))
        return self.timeline.clipped(name, items, limit, lambda: original(again, *args, **kwargs), given)

    # -- losses ----------------------------------------------------------------------------------------------------
    def on_backward(self, site: Any, loss: Any) -> None:
        """Somebody is about to differentiate `loss` (a tensor, or for autograd.grad a sequence of them)."""
        tensors = _tensors(loss)
        if not tensors:
            return
        position = torch_probes.user_position()
        key = position[:2] if position is not None else site
        if site is None:
            self._looked_up = key
        elif self._looked_up == key:
            return  # what a tensor's own backward() is given is a gradient, no loss
        if not RT.on:
            self._differentiated_asleep(key, tensors)
            return
        call = self.calls.setdefault(key, {"count": 0, "leaf_loss": False, "last": None})
        marker = (id(tensors[0]), RT.ledger.made)
        if call["last"] == marker:
            return
        call["last"] = marker
        call["count"] += 1
        self.backwards += 1
        self.pending = (weakref.ref(tensors[0]), key, position)
        if not any(t.requires_grad for t in tensors):
            self.explain("no-grad", tensors, key, position)
        elif all(t.grad_fn is None and not _is_source(t) for t in tensors):
            call["leaf_loss"] = True
            self.explain("leaf-loss", tensors, key, position)
        elif self.optimizers:
            if self._changing:
                self._meet(tensors)
            self._watch(site, tensors, key, position)
        if self.optimizers:
            self.timeline.before_backward(position, list(self.held().values()))
            if RT.ledger.numbered:
                self.flow.arm(key, tensors)

    def _meet(self, tensors: list[Any]) -> None:
        """Some held gradient came out otherwise than before: perhaps others are trained in their place from now on."""
        self._changing = False
        for tensor in tensors:
            variables = torch_probes.reached_variables(tensor) or ()
            self.timeline.parameters.numbers(filter(_may_be_trained, variables))

    def _differentiated_asleep(self, key: Any, tensors: list[Any]) -> None:
        self.backwards += 1
        call = self.calls.get(key)
        if call is None:
            self._vigil.news("backward")
            return
        call["count"] += 1
        if not any(t.requires_grad for t in tensors):
            self._vigil.news("no-gradient")
        elif not call["leaf_loss"] and all(t.grad_fn is None and not _is_source(t) for t in tensors):
            self._vigil.news("leaf-loss")

    def _watch(self, site: Any, tensors: list[Any], key: Any, position: Any) -> None:
        """A living loss: the first ones of each expression are looked at, also where one helper differentiates them all."""
        known = RT.ledger.known(tensors[0])
        seen = self._watched.setdefault(key, {})
        made = known.site if known is not None else None
        if seen.get(made, 0) >= GRAPH_CHECKS or (made not in seen and len(seen) >= MAX_LOSSES):
            return
        seen[made] = seen.get(made, 0) + 1
        key = (key, made)
        self._check_reach(tensors, key, position)
        walk = self.explain("watched", tensors, key, position)
        if (site is None or site.attr != "grad") and len(tensors) == 1:
            self.flow.leave()
            self.reach.look(tensors[0], key, self._span_of(position, "backward"), walk, self.explainer.sent)

    def explain(self, reason: str, tensors: list[Any], key: Any, position: Any) -> Optional[Walk]:
        return self.explainer.explain(
            reason, tensors, key, self._span_of(position, "backward"), self.since, set(self.held()),
            self.timeline.parameters.known, freed=self.timeline.backward_ordinals[-1:],
        )  # fmt: skip

    def _check_reach(self, tensors: list[Any], key: Any, position: Any) -> None:
        """A loss may be alive and yet lead to no parameter: its graph begins at some leaf made on the way."""
        held = self.held()
        for tensor in tensors:
            variables = torch_probes.reached_variables(tensor)
            if variables is None:
                return
            reached = {id(variable) for variable in variables}
            self.timeline.parameters.numbers(filter(_may_be_trained, variables))
            mine = [held[number] for number in reached & held.keys()]
            if mine:
                if all(parameter.grad is None for parameter in mine):
                    self._expected = (weakref.ref(tensor), key, position, [weakref.ref(p) for p in mine])
                return
            if any(map(_is_source, variables)):
                return
        self.explain("no-parameters", tensors, key, position)

    def _check_arrival(self) -> None:
        """After a backward whose graph leads to parameters: did any of them get a gradient?"""
        (reference, key, position, parameters), self._expected = self._expected, None
        tensor = reference()
        alive = [p for p in (ref() for ref in parameters) if p is not None]
        if tensor is None or not alive:
            return
        if all(p.grad is None for p in alive):
            self.explain("nothing-arrived", [tensor], key, position)
        elif not any(p.grad is not None and bool(p.grad.any()) for p in alive):
            self.explain("zeros-arrived", [tensor], key, position)


def _is_source(leaf: Any) -> bool:
    """Whether a leaf is a parameter in its own right, and none that was made of a computed value."""
    known = RT.ledger.known(leaf)
    return isinstance(leaf, RT.ledger.parameter_type) and not (known is not None and known.ops)


def _may_be_trained(leaf: Any) -> bool:
    """Whether a leaf is a parameter, or a tensor of the user's own that was made to require gradients."""
    known = RT.ledger.known(leaf)
    return isinstance(leaf, RT.ledger.parameter_type) or (known is not None and known.leaf and not known.ops)


def _tensors(loss: Any) -> list[Any]:
    if RT.torch is None:
        return []
    if isinstance(loss, RT.ledger.tensor_type):
        return [loss]
    return [t for t in loss if isinstance(t, RT.ledger.tensor_type)] if type(loss) in (list, tuple) else []
