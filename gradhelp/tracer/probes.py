"""What rewritten code calls. A probe receives values that the user's code has computed and returns the first unchanged.

Each function activation owns a small list, its *stack*: slot 0 holds what is known of plain integers by variable name,
the rest pairs operands with results while one statement is evaluated. An exception in mid-statement leaves entries
behind; the next statement's outermost probe clears them, and so does any probe that finds the recorder asleep.

Probes never call user code and never let an exception of their own out. One raised by somebody else inside a probe (a
signal handler of the user's that happens to run there) passes through.
"""

from __future__ import annotations

import sys
import types
from typing import Any, Optional

from .ledger import (
    ARRAY,
    BORING,
    CONTAINER,
    MAX_OPERANDS,
    MODULE,
    NUMBER,
    OBJECT,
    PARAMETER,
    TENSOR,
    Entry,
    Rec,
    _flatten,
)
from .looks import (
    along,
    attributes_of,
    callee_name,
    innermost,
    is_class,
    is_lasting,
    parameters_of,
    short_name,
    static,
    type_name,
)
from .runtime import (
    RT,
    TOO_DEEP,
    Runtime,
    foreign,
    is_custom_function,
    is_transformed,
    is_user,
    is_user_class,
    is_user_property,
)
from .sites import OUTER, PUSH, QUIET, STACK, SiteInfo

_modules = sys.modules

MUTATING = frozenset(
    {"append", "add", "extend", "insert", "push", "put", "store", "update", "appendleft", "setdefault"}
)
WATCHED = frozenset({"backward", "zero_grad", "unscale_", "scale", "reset", "step", "load_state_dict"})
WIDE = 96
"""So many values are marked as taken out of what a function of the user's hands back."""
PLAIN = (list, tuple)
VIEWS: Any = (map, type({}.values()))
"""What a call returns to be gone through later: it stands for what it was made of."""
FILLED = frozenset({"full_like", "new_full"})
LIKENESSES = FILLED | {"zeros_like", "ones_like", "empty_like", "rand_like", "randn_like", "randint_like",
                       "new_zeros", "new_ones", "new_empty"}  # fmt: skip
"""What makes a tensor after the likeness of another: its shape, none of its values."""
MAX_REMADE = 16
HANDING = frozenset({"step", "reset"})
TAKING = frozenset({"pop", "popleft", "get", "sample", "popitem", "values", "items"})


def _is_square(shape: Any) -> bool:
    return shape is not None and len(shape) == 2 and bool(shape[0] == shape[1])


CAUGHT = (RuntimeError, NotImplementedError)
"""The types by which torch refuses to compute a gradient. Subclasses are somebody's own."""
ORDINARY = frozenset({type(None), bool, str, int, bytes})


class Site(SiteInfo):
    """An instrumented expression together with its probes."""

    __slots__ = ()

    # -- stack -----------------------------------------------------------------------------------------------------
    def _take(self, stack: list[Any], count: int) -> list[Any]:
        taken = stack[-count:] if count else []
        if self.mode == OUTER:
            del stack[1:]
        elif count:
            del stack[-count:]
        return taken

    def _operands(self, stack: list[Any], values: tuple[Any, ...], taken: list[Any]) -> list[Rec]:
        resolve = RT.ledger.resolve
        entries = []
        for position, value in enumerate(values):
            entry = resolve(value)
            if entry is None:
                if type(value) is int:
                    if stack[0] is not None:
                        entry = stack[0].get(self.names[position])
                elif RT.capsules and type_name(type(value)) == "builtins.PyCapsule":
                    entry = RT.capsules.get(id(value))
            entries.append(entry)
        if taken:
            entries = self._in_order(taken, entries) if entries else taken
        found: list[Rec] = []
        for entry in entries:
            if entry.__class__ is Rec:
                if entry not in found:
                    found.append(entry)
            elif entry is not None:
                _flatten(entry, found)
        return found

    def _in_order(self, nested: list[Any], plain: list[Any]) -> list[Any]:
        """Operands in the order in which they stand in the source."""
        n, v = iter(nested), iter(plain)
        return [next(n, None) if what == "n" else next(v, None) for what in self.order]

    def _give(self, stack: list[Any], value: Any, entry: Entry) -> None:
        if self.mode != QUIET:
            stack.append(entry)
        if self.target is not None and entry is not None:
            self._assign(stack, value, entry)

    def _assign(self, stack: list[Any], value: Any, entry: Entry) -> None:
        target = self.target
        if target.__class__ is str:
            if entry.__class__ is Rec and not entry.name:
                entry.name = target
            if type(value) is int:
                if stack[0] is None:
                    stack[0] = RT.ledger.names()
                stack[0][target] = entry
            return
        if issubclass(type(value), tuple):
            items: Any = tuple.__iter__(value)
        elif issubclass(type(value), list):
            items = list.__iter__(value)
        else:
            return
        for position, (name, item) in enumerate(zip(target, items)):
            if name is None:
                continue
            rec = RT.ledger.resolve(item) if type(item) is not int else None
            if rec.__class__ is Rec and not rec.name:
                rec.name = name
            elif type(item) is int:
                part = entry[position] if entry.__class__ is list and position < len(entry) else entry
                if stack[0] is None:
                    stack[0] = RT.ledger.names()
                if part is not None:
                    stack[0][name] = part

    # -- results ---------------------------------------------------------------------------------------------------
    def _result(self, value: Any, ops: list[Rec], inplace: bool = False) -> Entry:
        ledger = RT.ledger
        kind = ledger.kind_of(type(value))
        if kind == BORING:
            if type(value) is int and ops:
                return ledger.note(self, value, ops, NUMBER)
            if type(value) in ORDINARY:
                return None
            return self._capsule(value, ops) if type_name(type(value)) == "builtins.PyCapsule" else None
        if kind == CONTAINER:
            return self._container(value, ops, 0)
        if kind == MODULE or (kind == PARAMETER and not (ops and self._constructs(value))):
            return ledger.resolve(value)
        known = ledger.number(value) if kind == NUMBER else ledger.known(value)
        if known is not None and not inplace:
            if kind == TENSOR and known.requires_grad != ledger.wants_gradient(value):
                return ledger._changed(value, known)
            return known
        if known is not None and known not in ops:
            ops.insert(0, known)
        if not ops and not (
            kind == TENSOR
            and (ledger.wants_gradient(value) or (RT.inference and ledger.is_plain(value) and value.is_inference()))
        ):
            return None
        return self._fresh(value, ops, kind, known)

    def _constructs(self, parameter: Any) -> bool:
        """Whether this site makes a parameter of what was computed: `nn.Parameter(loss)`."""
        made = RT.ledger.known(parameter) is None and (self.attr or self.callee).rpartition(".")[2] == "Parameter"
        RT.remade = RT.remade or made
        return made

    def _capsule(self, value: Any, ops: list[Rec]) -> Optional[Rec]:
        """What another library is handed: it cannot be referenced weakly and is soon used up, so it is known by number."""
        rec = RT.ledger.note(self, value, ops, OBJECT) if ops else None
        if len(RT.capsules) > 64:
            RT.capsules.clear()
        RT.capsules[id(value)] = rec
        return rec

    def _fresh(self, value: Any, ops: list[Rec], kind: int, known: Optional[Rec]) -> Rec:
        rec = RT.ledger.note(self, value, ops, kind)
        if known is not None:
            rec.name, rec.stores = known.name, known.stores
        return rec

    def _container(self, value: Any, ops: list[Rec], depth: int) -> Entry:
        if not ops or depth > 2:
            return RT.ledger.resolve(value)
        cls = type(value)
        if issubclass(cls, tuple):
            items: Any = tuple.__iter__(value)
        elif issubclass(cls, list):
            items = list.__iter__(value)
        elif issubclass(cls, dict):
            items = dict.values(value)
        else:
            return RT.ledger.resolve(value)
        found: list[Any] = []
        for index, item in enumerate(items):
            if index >= 24:
                break
            kind = RT.ledger.kind_of(type(item))
            if kind == CONTAINER:
                found.append(self._container(item, ops, depth + 1))
            elif kind == BORING:
                found.append(self._plain_integer(item, ops) if type(item) is int else None)
            else:
                found.append(self._result(item, list(ops)))
        return found

    def _plain_integer(self, value: int, ops: list[Rec]) -> Optional[Rec]:
        """An integer among the results of a call (a reward of 1): it has no identity, yet it was made here."""
        return RT.ledger.note(self, value, list(ops), NUMBER) if ops else None

    # -- probes ----------------------------------------------------------------------------------------------------
    def op(self, value: Any, stack: list[Any], *values: Any) -> Any:
        """An operator or a subscript whose operands are `values` and what nested sites have pushed."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            nested = self.nested
            taken = stack[-nested:] if nested else []
            if self.mode == OUTER:
                del stack[1:]
            elif nested:
                del stack[-nested:]
            kind = RT.ledger.kinds.get(type(value))
            if kind == BORING and type(value) is not int:
                if self.mode != QUIET:
                    stack.append(None)
                return value
            ops = self._operands(stack, values, taken)
            entry = self._result(value, ops) if ops or kind != NUMBER else None
            if entry is not None and self.kind == "subscript":
                self._mark_taken(entry)
            elif self.kind == "operator" and entry.__class__ is Rec and _is_square(entry.shape):
                self._check_broadcast(values, taken, tuple(entry.shape))
            self._give(stack, value, entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def call(self, value: Any, stack: list[Any], *values: Any) -> Any:
        """A call: `values` are the callee or receiver (where it is a plain name) and the plain-name arguments."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            taken = self._take(stack, self.nested)
            receiver = None
            if self.receiver == "nested":
                receiver = taken.pop(0)
            elif self.receiver == "name":
                receiver = values[0]
                values = values[1:]
                if self.chain:
                    receiver = along(receiver, self.chain)
            entry = self._called(value, stack, receiver, values, taken)
            if entry.__class__ is Rec and entry.kind == MODULE:
                if entry.aux is None:
                    entry.aux = self
                elif receiver is not value and not entry.stored:
                    self._put(entry)
            self._give(stack, value, entry)
            if self.attr in WATCHED:
                RT.on_call(self, receiver, value)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def _called(self, value: Any, stack: list[Any], receiver: Any, values: tuple[Any, ...], taken: list[Any]) -> Entry:
        attr = self.attr
        ledger = RT.ledger
        if attr and type(receiver) is ledger.tensor_type and attr != "requires_grad_":
            callee, own = None, receiver
        else:
            if type(receiver) is super:
                return self._from_user(value)
            if attr == "requires_grad_":
                return self._requires_grad(receiver)
            callee, own = self._callee(receiver)
            if own is not None and callee is own and ledger.kinds.get(type(own)) == MODULE:
                self._ran(own)
            if (self._user(receiver) if callee is None else is_user(callee)) and not is_transformed(callee):
                return self._from_user(value)
        if receiver is setattr:
            self._attribute_set(values)
        ops: list[Rec] = []
        if own is not None:
            kind = ledger.kind_of(type(own))
            if RT.remade and kind == MODULE and own is callee:
                ops.extend(self._remade(own))
            adds = kind == CONTAINER and attr in MUTATING
            entry = None if adds else ledger.known(own) if kind == OBJECT else ledger.resolve(own)
            if entry is None and attr in HANDING:
                entry = ledger.inside(own)
            if entry is not None:
                _flatten(entry, ops)
        before = len(ops)
        if type(value) is zip or type(value) is enumerate:
            return self._side_by_side(value, values, taken)
        if values or taken:
            more = self._operands(stack, values, taken)
            ops = ops + [rec for rec in more if rec not in ops] if ops else more
        name = attr or short_name(receiver)
        if ops and name in LIKENESSES:
            ops = self._filled(value, ops) if name in FILLED else []
        if attr in MUTATING or attr == "step" or (value is None and attr):
            self._stores(receiver, ops[before:] if before else ops)
        if value is None:
            if attr == "" or type(receiver) is types.ModuleType:
                self._touched([*values, *filter(None, map(_object_of, taken))])
            return None
        if RT.optimizer_type and issubclass(type(value), RT.optimizer_type):
            RT.on_optimizer(self, value)
            return None
        if name[-4:].lower() == "loss" or (own is callee and type(own).__name__[-4:] == "Loss"):
            self._check_broadcast(values, taken, ())
        return self._from_library(value, receiver, ops, name)

    @staticmethod
    def _remade(module: Any) -> list[Rec]:
        """The records of a module's parameters that were made of computed values."""
        known = (RT.ledger.known(parameter) for parameter in parameters_of(module, MAX_REMADE))
        return [rec for rec in known if rec is not None and rec.ops]

    @staticmethod
    def _filled(value: Any, ops: list[Rec]) -> list[Rec]:
        """What a tensor is filled with, without the tensor that it has the shape of."""
        like = ops[0].kind in (TENSOR, PARAMETER) and ops[0].shape == RT.ledger.shape(value)
        return ops[1:] if like or len(ops) > 1 else ops

    def _side_by_side(self, value: Any, values: tuple[Any, ...], taken: list[Any]) -> Entry:
        """zip and enumerate: one entry for each loop variable. What lies in lists is found again by itself."""
        plain = [RT.ledger.resolve(v) for v in values]
        entries = self._in_order(taken, plain) if taken else plain
        if type(value) is enumerate:
            inner = entries[0] if entries else None
            entries = [None, *(inner if inner.__class__ is list else [inner])]
        found: Entry = [e if e.__class__ is Rec else None for e in entries]
        RT.iterable = (id(value), found)
        return found

    @staticmethod
    def _ran(module: Any) -> None:
        """A module was called; `ran` tells calls while gradients were being recorded from others."""
        rec = RT.ledger.module(module)
        if rec is not None:
            rec.used = True
            if RT.ledger.grad_enabled():
                rec.ran = True

    def _shapes(self, values: tuple[Any, ...], taken: list[Any]) -> list[tuple[int, ...]]:
        found = [tuple(e.shape) for e in taken if e.__class__ is Rec and e.kind == TENSOR and e.shape is not None]
        return found + [tuple(RT.ledger.shape(v) or ()) for v in values if RT.ledger.kinds.get(type(v)) == TENSOR]

    def _check_broadcast(self, values: tuple[Any, ...], taken: list[Any], result: tuple[int, ...]) -> None:
        shapes = self._shapes(values, taken)
        if len(shapes) == 2 and {len(shapes[0]), len(shapes[1])} == {1, 2}:
            flat, column = sorted(shapes, key=len)
            if flat[0] > 1 and column == (flat[0], 1):
                RT.on_broadcast(self, shapes[0], shapes[1], result or (flat[0], flat[0]))

    def _callee(self, receiver: Any) -> tuple[Any, Any]:
        """(what is called, what of it is an operand): for `self.net(x)` both are the module `self.net`."""
        attr = self.attr
        if not attr:
            return receiver, receiver
        if receiver is None:
            return None, None
        if type(receiver) is types.ModuleType:
            found = receiver.__dict__.get(attr)
            return found, found if RT.ledger.kind_of(type(found)) in (MODULE, OBJECT) else None
        if is_class(receiver):
            return static(receiver, attr), None
        cached = self.cache
        if (cached is not None and cached[0] is type(receiver)) or static(type(receiver), attr) is not None:
            return None, receiver
        held = attributes_of(receiver)
        if held is None:
            return None, receiver
        own = held.get(attr)
        if own is None and "_modules" in held:
            modules = held["_modules"]
            own = dict.get(modules, attr) if issubclass(type(modules), dict) else None
        if own is not None:
            return own, own
        return None, receiver

    def _user(self, receiver: Any) -> bool:
        """Whether the method that the receiver's class has under this site's name is rewritten; cached by class."""
        if receiver is None:
            return False
        cls = type(receiver)
        cached = self.cache
        if cached is not None and cached[0] is cls:
            return bool(cached[1])
        method = static(cls, self.attr)
        user = is_user(method)
        if method is not None and is_lasting(cls):
            self.cache = (cls, user)
        return user

    def _from_library(self, value: Any, receiver: Any, ops: list[Rec], name: str) -> Entry:
        attr = self.attr
        inplace = (attr[-1:] == "_" and attr[-2:] != "__" and value is receiver) or self._rewrote(value, receiver)
        if inplace:
            is_gradient, parameter = RT.gradient_of(value)
            if is_gradient:
                RT.on_edit(self, value, parameter)
            self._changes(value)
            self._behind_view(value, ops)
        own = attr == "apply" and is_custom_function(receiver)
        if ops and RT.ledger.kind_of(type(value)) == TENSOR and (own or self._wraps(value, ops, name)):
            entry: Entry = self._fresh(value, ops, TENSOR, None)
        else:
            entry = self._result(value, ops, inplace)
        if entry is None and ops and type(value) in VIEWS:
            return tuple(ops)
        if entry is not None:
            if attr in TAKING or attr in HANDING or (entry.__class__ is Rec and entry.site is not self):
                self._mark_taken(entry)
            if entry.__class__ is Rec and entry.site is self and entry.callee is None:
                entry.callee = self._name(receiver)
            elif entry.__class__ is list:
                for part in entry:
                    if part.__class__ is Rec and part.site is self:
                        part.callee = self._name(receiver)
        return entry

    def _rewrote(self, value: Any, receiver: Any) -> bool:
        """Whether a call handed back a tensor that was there before, with another history: `ReLU(inplace=True)`, `out=`."""
        known = RT.ledger.known(value)
        if known is None or known.grad_fn is None or not RT.ledger.is_plain(value) or value.grad_fn is None:
            return False
        if type(value.grad_fn).__name__ == known.grad_fn:
            return False
        layer = self._callee(receiver)[1]
        works = (attributes_of(layer) or {}).get("inplace") is True if layer is not None else False
        return works or "inplace=True" in self.code() or "out=" in self.code()

    @staticmethod
    def _wraps(value: Any, ops: list[Rec], name: str) -> bool:
        """Whether a library's call adds to what the user's code within it has made: weights, or a backward."""
        known = RT.ledger.known(value)
        if known is None or known in ops:
            return False
        if name == "functional_call":
            ops.insert(0, known)
            return True
        return not known.requires_grad and RT.ledger.wants_gradient(value)

    def _name(self, receiver: Any) -> Any:
        """What was called: the receiver's type, or a dotted name."""
        kind = RT.ledger.kinds.get(type(receiver))
        if kind is not None and kind != OBJECT and kind != BORING and self.attr:
            return type(receiver)
        if self.attr and type(receiver) is not types.ModuleType and not is_class(receiver):
            return type(innermost(receiver))
        if self.attr and is_class(receiver):
            return f"{type_name(receiver)}.{self.attr}"
        return self.callee if self.attr else callee_name(receiver)

    def _behind_view(self, view: Any, ops: list[Rec]) -> None:
        """`storage[t].copy_(value)` changes the storage, which outlives the view."""
        ledger = RT.ledger
        if ledger.kind_of(type(view)) != TENSOR or not ledger.is_plain(view) or view.requires_grad:
            return
        stored = [op for op in ops if op is not ledger.known(view)]
        if stored and view._base is not None:
            for rec in stored:
                self._put(rec)
            ledger.store(self, view._base, stored)

    def _put(self, rec: Rec) -> None:
        """Remember that `rec` was put away here: the first time and the last ones."""
        rec.stored = (*rec.stored[:1], *rec.stored[1:][-2:], (self, RT.ledger.made))

    def _changes(self, tensor: Any) -> None:
        """`tensor` is changed in place here: kept in case backward still needs what it was."""
        kind = RT.ledger.kind_of(type(tensor))
        if kind in (TENSOR, PARAMETER) and RT.ledger.wants_gradient(tensor):
            known = RT.ledger.known(tensor)
            RT.inplace.append((self, tuple(RT.ledger.shape(tensor) or ()), RT.ledger.made, known.name if known is not None else "",
                               known.grad_fn if known is not None else None))  # fmt: skip

    def _from_user(self, value: Any) -> Entry:
        if type(value) is types.GeneratorType:
            return RT.generated.setdefault(value.gi_code, []) if self.mode == PUSH else None
        ident, entry = RT.returned
        if ident != id(value) or entry is None:
            entry = RT.ledger.resolve(value)
        if entry is not None:
            deep = RT.ledger.kinds.get(type(value)) == CONTAINER
            self._mark_taken((entry, self._all_of(value)) if deep else entry, WIDE if deep else MAX_OPERANDS)
        return entry

    def _all_of(self, value: Any) -> list[Rec]:
        """What the parts of a container descend from, more of it than is kept as operands."""
        found: list[Rec] = []
        items = dict.values(value) if issubclass(type(value), dict) else value if type(value) in PLAIN else ()
        items = tuple.__iter__(value) if issubclass(type(value), tuple) else items
        for _, item in zip(range(24), items):
            _flatten(RT.ledger.resolve(item, 1), found, WIDE)
        return found

    def _requires_grad(self, receiver: Any) -> Entry:
        ledger = RT.ledger
        kind = ledger.kind_of(type(receiver))
        if kind in (MODULE, PARAMETER):
            RT.on_frozen(self, receiver)
            return ledger.resolve(receiver)
        if kind == TENSOR:
            return self._asked(receiver)
        return None

    def _asked(self, tensor: Any) -> Entry:
        """`tensor` was asked to require a gradient: if it is a leaf now, whatever it descended from is cut off."""
        known = RT.ledger.known(tensor)
        if known is not None and known.requires_grad == RT.ledger.wants_gradient(tensor):
            return known
        rec = RT.ledger.note(self, tensor, [known] if known is not None else [], TENSOR)
        rec.name = known.name if known is not None else ""
        rec.callee = type(tensor)
        return rec

    def _stores(self, receiver: Any, ops: list[Rec]) -> None:
        if ops and receiver is not None:
            for rec in ops:
                self._put(rec)
                for part in rec.ops if rec.kind == OBJECT else ():
                    self._put(part)
            if type(receiver) is not types.ModuleType:
                RT.ledger.store(self, receiver, ops)

    def _touched(self, values: list[Any]) -> None:
        """A library function took opaque objects and returned nothing (`mj_step(model, data)`): it changed them."""
        ledger = RT.ledger
        for value in values:
            if ledger.kind_of(type(value)) != OBJECT:
                continue
            rec = ledger.known(value)
            if rec is None or not (rec.stores or rec.ops):
                continue
            ops = [rec, *(rec.stores or {}).values()]
            fresh = ledger._new(self, tuple(ops[:8]), OBJECT, type(value))
            fresh.callee = None
            ledger.attach(value, fresh)

    def load(self, value: Any, stack: list[Any], *owner: Any) -> Any:
        """An attribute load. `owner`: the object, where it is a plain name; else it was pushed by `receiver`."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            taken = self._take(stack, self.nested)
            if self.attr == "grad" and RT.torch is not None:
                RT.on_grad(self, owner[0] if owner else taken[0], value)
            elif self.attr == "data":
                is_gradient, parameter = RT.gradient_of(owner[0] if owner else taken[0])
                if is_gradient:
                    RT.know_gradient(value, parameter)
            kind = RT.ledger.kinds.get(type(value))
            if kind == BORING and type(value) is not int:
                if self.mode != QUIET:
                    stack.append(None)
                return value
            self._give(stack, value, self._loaded(value, owner[0] if owner else taken[0], kind))
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def _loaded(self, value: Any, owner: Any, kind: Optional[int]) -> Entry:
        ledger = RT.ledger
        if kind is None:
            kind = ledger.kind_of(type(value))
        entry = ledger.resolve(value) if kind != NUMBER and kind != BORING else ledger.number(value)
        fresh = entry.__class__ is Rec and entry.site is None and entry.n == ledger.made and kind == TENSOR
        inner = kind == OBJECT and entry.__class__ is tuple and self._part_of_changed(value, owner)
        if entry is not None and not fresh and not inner and not self._outdated(entry, owner):
            self._mark_taken(entry)
            return entry
        if owner is None or type(owner) is types.ModuleType or kind in (MODULE, PARAMETER):
            return entry
        held = RT.attributes.get(id(owner))
        if held is not None and held[0]() is owner and self.attr in held[1] and kind in (NUMBER, BORING):
            return held[1][self.attr]
        if kind == BORING:
            return None
        return self._derived(value, owner, entry)

    def _outdated(self, entry: Entry, owner: Any) -> bool:
        """Whether `entry` is what this attribute was before its owner changed (`data.qpos`, an array of many steps)."""
        if entry.__class__ is not Rec or entry.site is None or entry.site.attr != self.attr:
            return False
        changed = RT.ledger.known(owner) if entry.callee is type(owner) else None
        return changed is not None and changed.kind == OBJECT and changed.n > entry.n

    def _derived(self, value: Any, owner: Any, entry: Entry) -> Entry:
        """A value that the owner computes on access (`x.data`, `dist.mean`, `mj_data.qpos`) descends from the owner."""
        found = static(type(owner), self.attr)
        part = self._part_of_changed(value, owner)
        if found is None and static(type(owner), "__getattr__") is None and not part:
            return entry
        held = attributes_of(owner) if type(found) is not property and not part else None
        if held is not None and (self.attr in held or self.attr in held.get("_buffers", ())):
            return entry
        if is_user_property(owner, self.attr):
            return entry
        from_owner = RT.ledger.resolve(owner, 1)
        if from_owner is None:
            return entry
        ops: list[Rec] = []
        _flatten(from_owner, ops)
        kind = RT.ledger.kind_of(type(value))
        if kind == CONTAINER:
            return self._container(value, ops, 0)
        rec = RT.ledger.note(self, value, ops, kind)
        rec.callee = type(owner)
        return rec

    def _part_of_changed(self, value: Any, owner: Any) -> bool:
        """Whether `value` belongs to a library's object that took in values (an environment's own simulation data)."""
        rec = RT.ledger.known(owner)
        kind = RT.ledger.kind_of(type(value))
        return (
            rec is not None
            and rec.kind == OBJECT
            and (bool(rec.stores) or (bool(rec.ops) and static(type(owner), "step") is not None))
            and (kind in (OBJECT, ARRAY) or type(value) in PLAIN)
            and not is_user_class(type(owner))
        )

    def _mark_taken(self, entry: Any, limit: int = MAX_OPERANDS) -> None:
        """Remember that values which already had a history came out of something here."""
        flat: list[Rec] = []
        _flatten(entry, flat, limit)
        for rec in flat:
            if rec.site is not self and not rec.requires_grad:
                taken = rec.taken
                if taken and taken[-1][0] is self:
                    taken = taken[:-1]
                rec.taken = (*taken[-5:], (self, RT.ledger.made))

    def literal(self, value: Any, stack: list[Any], *values: Any) -> Any:
        """A tuple, list, set or dict display: one entry an element where it is a display of a fixed length."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            taken = self._take(stack, self.nested)
            entry: Entry = None
            if self.arity:
                entry = self._elements(stack, values, taken)
            else:
                ops = self._operands(stack, values, taken)
                entry = tuple(ops) if ops else RT.ledger.resolve(value)
            self._give(stack, value, entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def _elements(self, stack: list[Any], values: tuple[Any, ...], taken: list[Any]) -> Entry:
        entries: list[Any] = []
        nested, plain = iter(taken), iter(zip(self.names, values))
        for what in self.cache:
            if what == "n":
                entries.append(next(nested, None))
            elif what == "v":
                name, value = next(plain)
                entry = RT.ledger.resolve(value)
                if entry is None and type(value) is int and stack[0] is not None:
                    entry = stack[0].get(name)
                entries.append(entry)
            else:
                entries.append(None)
        return entries if any(entry is not None for entry in entries) else None

    def value(self, value: Any, stack: list[Any]) -> Any:
        """A plain value whose entry a surrounding site wants."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            if self.mode == OUTER:
                del stack[1:]
            entry = RT.ledger.resolve(value)
            if entry is None and type(value) is int and stack[0] is not None:
                entry = stack[0].get(self.names[0]) if self.names else None
            self._give(stack, value, entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def pushed(self, value: Any, stack: list[Any]) -> Any:
        if RT.on:
            stack.append(value)
        return value

    def mark(self, stack: list[Any]) -> None:
        """Start of an expression that may evaluate any number of its parts (`a if c else b`, `a or b`)."""
        if RT.on:
            stack.append(self)

    def merge(self, value: Any, stack: list[Any], *_: Any) -> Any:
        """End of such an expression: whatever its parts pushed since `mark` becomes one entry."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            position = len(stack) - 1
            while position > 0 and stack[position] is not self:
                position -= 1
            found: list[Rec] = []
            for entry in stack[position + 1 :] if position else []:
                if entry.__class__ is Rec or entry.__class__ in (tuple, list):
                    _flatten(entry, found)
            del stack[max(position, 1) :]
            if self.mode == OUTER:
                del stack[1:]
            entry = RT.ledger.resolve(value)
            if entry is None and found and type(value) in (int, float):
                entry = tuple(found)
            self._give(stack, value, entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    # -- stores ----------------------------------------------------------------------------------------------------
    def into(self, value: Any, stack: list[Any], *root: Any) -> Any:
        """The object of a subscript or attribute store; what is stored lies in stack[1]."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            base = root[0] if root else (stack.pop() if self.nested else None)
            if self.kind == "store-item":
                self._changes(value)
            self._store_into(value, base, self._stored_entry(stack))
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def _stored_entry(self, stack: list[Any]) -> list[Rec]:
        entry = stack[1] if len(stack) > 1 else None
        if self.arity and entry.__class__ is list:
            entry = entry[self.arity - 1] if self.arity <= len(entry) else None
        ops: list[Rec] = []
        if entry.__class__ in (Rec, tuple, list):
            _flatten(entry, ops)
        return ops

    def _store_into(self, value: Any, base: Any, ops: list[Rec]) -> None:
        ledger = RT.ledger
        if self.attr == "requires_grad":
            self._flag_set(value)
            return
        if self.attr in ("grad", "_grad") and ledger.kind_of(type(value)) in (TENSOR, PARAMETER):
            RT.on_grad_store(self, value)
        self._remember_attribute(value, ops)
        if not ops:
            return
        for rec in ops:
            if self.attr and not rec.name and (rec.kind == MODULE or (rec.leaf and not rec.ops)):
                rec.name = self.attr
            self._put(rec)
        if self.kind == "store-item" or not is_user_class(type(value)):
            ledger.store(self, value, ops)
            if base is not None and not is_user_class(type(base)) and type(base) is not types.ModuleType:
                ledger.store(self, base, ops)

    def _flag_set(self, value: Any) -> None:
        """`x.requires_grad = …` is about to happen to `value`."""
        ledger = RT.ledger
        kind = ledger.kind_of(type(value))
        if kind in (MODULE, PARAMETER):
            RT.on_frozen(self, value)
        elif kind == TENSOR:
            rec = ledger.known(value)
            if rec is None:
                rec = ledger.note(self, value, [], TENSOR)
            rec.aux = self

    def _attribute_set(self, values: tuple[Any, ...]) -> None:
        """After `setattr(p, "requires_grad", …)`, or one whose name is not written there but which had that effect."""
        for value in values:
            if RT.ledger.kind_of(type(value)) != PARAMETER:
                continue
            known = RT.ledger.known(value)
            changed = known is not None and known.requires_grad != RT.ledger.wants_gradient(value)
            if changed or "requires_grad" in self.code():
                RT.on_frozen(self, value)

    def _remember_attribute(self, owner: Any, ops: list[Rec]) -> None:
        """Numbers kept in attributes of objects, by object and name: plain integers have no identity of their own."""
        if not self.attr or RT.ledger.kind_of(type(owner)) not in (OBJECT, MODULE):
            return
        RT.ledger.remember(owner, self.attr, (ops[0] if len(ops) == 1 else tuple(ops)) if ops else None)

    def base(self, value: Any, stack: list[Any]) -> Any:
        """The object of an augmented store (`obj.total += r`): pushed, to be used once the right side is known."""
        if RT.on:
            stack.append(value)
        return value

    def augment(self, value: Any, stack: list[Any], *old: Any) -> Any:
        """The right side of an augmented assignment. `old`: the target's value before, where it is a plain name."""
        if not RT.on:
            del stack[1:]
            return value
        try:
            right = stack.pop() if self.nested and len(stack) > 1 else RT.ledger.resolve(value)
            found: list[Rec] = []
            _flatten(right, found)
            if old:
                _flatten(RT.ledger.resolve(old[0]), found)
                del stack[1:]
                stack.append(tuple(found))
                return value
            owner = stack.pop() if len(stack) > 1 else None
            del stack[1:]
            self._gradient_edited(owner)
            self._augment_store(owner, found)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def _gradient_edited(self, owner: Any) -> None:
        """`p.grad *= y`, `p.grad.data /= y`: the gradient is changed in place."""
        if self.attr not in ("grad", "data") or RT.ledger.kind_of(type(owner)) not in (TENSOR, PARAMETER):
            return
        gradient = owner.grad if self.attr == "grad" else owner
        if self.attr == "grad":
            RT.on_grad(self, owner, gradient)
        is_gradient, parameter = RT.gradient_of(gradient)
        if is_gradient:
            RT.on_edit(self, gradient, parameter)

    def _augment_store(self, owner: Any, found: list[Rec]) -> None:
        if owner is None:
            return
        ledger = RT.ledger
        if not self.attr:
            self._changes(owner)
        if not found:
            return
        if not self.attr:
            ledger.store(self, owner, found)
            return
        held = RT.attributes.get(id(owner))
        if held is not None and held[0]() is owner and self.attr in held[1]:
            _flatten(held[1][self.attr], found)
        own = (attributes_of(owner) or {}).get(self.attr)
        if ledger.kind_of(type(own)) in (TENSOR, ARRAY):
            ledger.store(self, own, found)
        elif own is not None:
            _flatten(ledger.resolve(own), found)
            rec = ledger._new(self, tuple(found[:8]), NUMBER, float)
            self._remember_attribute(owner, [rec])

    def augmented(self, stack: list[Any], value: Any) -> None:
        """After `x += y` with a plain name: the new value of x."""
        if not RT.on:
            del stack[1:]
            return
        try:
            ops: list[Rec] = []
            _flatten(stack[1] if len(stack) > 1 else None, ops)
            del stack[1:]
            kind = RT.ledger.kind_of(type(value))
            if kind in (TENSOR, PARAMETER) and RT.ledger.known(value) is not None:
                self._changes(value)
            is_gradient, parameter = RT.gradient_of(value)
            if is_gradient:
                RT.on_edit(self, value, parameter)
            if not ops or kind == CONTAINER:
                return
            entry = self._result(value, ops, inplace=kind in (TENSOR, ARRAY))
            if entry is not None:
                self._assign(stack, value, entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise

    # -- flow ------------------------------------------------------------------------------------------------------
    def returned(self, value: Any, stack: list[Any]) -> Any:
        """`return value`: lets the caller's site take over what is known of it."""
        if RT.on:
            RT.returned = (id(value), stack[1] if len(stack) > 1 else None)
        return value

    def iterate(self, value: Any, stack: list[Any], *plain: Any) -> Any:
        """The iterable of a for loop."""
        if not RT.on:
            return value
        try:
            entry = stack[1] if self.nested and len(stack) > 1 else RT.ledger.resolve(value)
            if RT.iterable[0] == id(value):
                RT.loops[self], RT.iterable = RT.iterable[1], (0, None)
            elif RT.ledger.kind_of(type(value)) in (TENSOR, ARRAY, OBJECT) or type(value) is map:
                RT.loops[self] = entry
            else:
                RT.loops[self] = None
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def item(self, stack: list[Any], *values: Any) -> None:
        """The loop variables at the start of a turn."""
        if not RT.on:
            return
        try:
            entry = RT.loops.get(self)
            ops: list[Rec] = []
            each = entry if entry.__class__ is list else None
            if each is not None and len(each) != len(values):
                entry = each = None
            if entry is not None and each is None:
                _flatten(entry, ops)
            elif entry is None and self.kind == "unpack":
                return
            for position, (name, value) in enumerate(zip(self.names, values)):
                if each is not None:
                    ops = [] if each[position] is None else [each[position]]
                kind = RT.ledger.kind_of(type(value))
                if kind in (TENSOR, ARRAY, NUMBER):
                    made = RT.ledger.made
                    found = RT.ledger.resolve(value)
                    if ops and (found is None or (found.__class__ is Rec and found.n > made)):
                        dead = [op for op in ops if not op.live] if found is None else []
                        found = RT.ledger.note(self, value, dead or list(ops), kind)
                    elif found is not None:
                        self._mark_taken(found)
                    if found.__class__ is Rec and not found.name:
                        found.name = name or ""
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise

    def generator(self, value: Any, stack: list[Any]) -> Any:
        """A generator expression among operands: its entry grows while it is consumed."""
        if RT.on:
            entries: list[Any] = []
            RT.generated[self] = entries
            stack.append(entries)
        return value

    def yielded(self, value: Any, stack: list[Any]) -> Any:
        """An element of a generator expression."""
        entries = RT.generated.get(self)
        if RT.on and entries is not None and len(entries) < MAX_OPERANDS:
            try:
                entry = stack[1] if len(stack) > 1 else RT.ledger.resolve(value)
                if entry is not None:
                    entries.append(entry)
            except TOO_DEEP:
                pass
            except Exception as error:
                if foreign(error):
                    raise
        return value

    def yields(self, value: Any) -> Any:
        """What a generator function hands out: `sum(rollout(env))` consumes it where nothing of ours looks on."""
        if not (RT.on and RT.generated):
            return value
        try:
            entries = RT.generated.get(sys._getframe(1).f_code)
            if entries is not None and len(entries) < MAX_OPERANDS:
                entry = RT.ledger.resolve(value)
                if entry is not None:
                    entries.append(entry)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def fresh_stack(self, *values: Any) -> tuple[list[Any]]:
        """The second clause of a comprehension: a stack of its own, and the loop variables of the first clause."""
        stack = [None]
        self.item(stack, *values)
        return (stack,)

    # -- others ----------------------------------------------------------------------------------------------------
    def imported(self) -> None:
        """After an import statement of the user's: is torch there now?"""
        if not RT.on:
            return
        try:
            if (RT.torch is None and "torch" in _modules) or (not RT.ledger.array_type and "numpy" in _modules):
                RT.on_import()
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise

    def caught(self) -> None:
        """The user's code has caught an exception: is it one that training should not have raised?"""
        if not RT.on:
            return
        try:
            seen = sys.exc_info()[1]
            if seen is not None and type(seen) in CAUGHT and RT.torch is not None:
                RT.on_caught(seen)
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise

    def hide(self, value: Any) -> Any:
        """`locals()`, `vars()`, `dir()`: without the stack that rewriting added."""
        try:
            if type(value) is dict:
                value.pop(STACK, None)
            elif type(value) is list and any(type(name) is str and name == STACK for name in value):
                value[:] = [name for name in value if not (type(name) is str and name == STACK)]
        except TOO_DEEP:
            pass
        except Exception as error:
            if foreign(error):
                raise
        return value

    def before(self, value: Any) -> Any:
        """The first argument of something called `backward` or `grad`, before the call."""
        if RT.on:
            try:
                RT.on_backward(self, value)
            except Exception as error:
                if foreign(error):
                    raise
        return value


def _object_of(entry: Any) -> Any:
    """The opaque object that `entry` is the record of, if it still exists."""
    return entry.aux() if entry.__class__ is Rec and entry.kind == OBJECT and entry.aux is not None else None


__all__ = ["PUSH", "RT", "Runtime", "Site", "foreign", "is_user"]
