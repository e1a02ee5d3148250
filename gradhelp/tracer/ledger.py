"""The provenance ledger: which value was computed from which, also where autograd's own history has ended.

A record (`Rec`) exists only for a value that descends from a trainable parameter. Values are found again by identity:
through weak references, or, for numbers that cannot be weakly referenced, through a bounded table. No value of the
user's is kept alive by it, small numbers aside. Old history is pruned, so that memory does not grow with the iterations.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict, deque
from gc import get_referents
from sys import getrefcount
from typing import Any, Optional

from .looks import (
    MAX_CLASSES,
    attributes_of,
    is_lasting,
    is_python_class,
    layers_of,
    module_name,
    parameters_of,
    static,
)

TENSOR, ARRAY, NUMBER, OBJECT, MODULE, PARAMETER, CONTAINER, BORING = range(8)
KIND_NAMES = ("tensor", "array", "number", "object", "module", "parameter", "container", "boring")

WINDOW = 20_000
"""Records younger than this many keep their whole history at a sweep; older ones keep KEPT_DEPTH steps of it."""
KEPT_DEPTH = 8
MAX_OPERANDS = 12
LOOK_WIDTH = 12
LOOK_DEPTH = 3
MAX_NUMBERS = 32_768
MAX_STORES = 16
MAX_WITHIN = 64
PURGE = 4096
NUMBERS = 512
OWN_REFERENCES = 3
"""To a number that only the table holds: its entry, a variable and the argument with which they are counted."""
CONTAINERS = (list, tuple, dict, deque, set, frozenset)


class Rec:
    """One recorded value: where it was made, from what, and whether the gradient was in it.

    What most records do not have stands in the class: hundreds of thousands are made.
    """

    requires_grad = leaf = ran = used = False
    enabled = True
    grad_fn: Any = None
    dtype: Any = None
    shape: Any = None
    device: Any = None
    off: Any = None
    callee: Any = None
    aux: Any = None
    name = ""
    seq = -1
    stores: Optional[dict[Any, Rec]] = None
    stored: Any = ()
    taken: Any = ()

    def __init__(self, n: int, site: Any, ops: tuple[Rec, ...], kind: int, cls: Optional[type]) -> None:
        self.n, self.site, self.ops, self.kind, self.type = n, site, ops, kind, cls

    @property
    def live(self) -> bool:
        """Whether a gradient passes through this value to something trainable (a re-made leaf leads nowhere)."""
        return bool(self.requires_grad) and not (self.leaf and self.ops)


# Python makes room in an object for the attributes that the first objects of its class had.
_first = Rec(0, None, (), 0, None)
for _name in ("dtype", "device", "shape", "requires_grad", "grad_fn", "leaf", "enabled", "off", "callee", "name", "stored",
              "taken", "stores", "aux", "ran", "used", "seq"):  # fmt: skip
    setattr(_first, _name, getattr(_first, _name))

Entry = Any
"""What an operand descends from: nothing, one record, several (tuple), or one entry an element (list)."""


class _Ref(weakref.ref):  # type: ignore[type-arg]
    """Its callback is no Python function, which would run at depths and at times where nothing of ours may fail."""

    __slots__ = ("key", "rec")
    key: int
    rec: Rec


class Names(dict):  # type: ignore[type-arg]
    """Slot 0 of an activation's stack: what is known of its integers, by variable name."""

    __slots__ = ("__weakref__",)


def _flatten(entry: Any, out: list[Rec], limit: int = MAX_OPERANDS) -> None:
    if entry is None or len(out) >= limit:
        return
    if entry.__class__ is Rec:
        if limit != MAX_OPERANDS or entry not in out:
            out.append(entry)
    else:
        for part in entry:
            _flatten(part, out, limit)


class Ledger:
    """All tables of one traced process. `torch` and `numpy` are filled in once the user has imported them."""

    def __init__(self) -> None:
        self.made = 0
        self.by_id: dict[int, _Ref] = {}
        self.numbers: OrderedDict[int, tuple[Any, Rec]] = OrderedDict()
        self.kinds: dict[type, int] = dict.fromkeys(
            (int, bool, str, bytes, type(None), slice, type, range, complex), BORING
        )
        self.kinds[float] = NUMBER
        self.tensor_type: Any = ()
        self.module_type: Any = ()
        self.parameter_type: Any = ()
        self.array_type: Any = ()
        self.scalar_type: Any = ()
        self.grad_enabled: Any = None
        self.off_cause: Any = None
        self._next_sweep = WINDOW
        for container in (list, tuple, dict, set, frozenset, deque):
            self.kinds[container] = CONTAINER
        self.attributes: dict[int, tuple[Any, dict[str, Entry]]] = {}
        self._names: list[weakref.ref[Names]] = []
        self._next_count = NUMBERS
        self._dead: deque[_Ref] = deque()
        self._bury = self._dead.append
        self.numbered = False
        self.placed = False
        self._in_mode: Any = bool
        self._tracing: Any = type(None)
        self._unheard: Any = None
        self._getters: dict[str, Any] = {}

    # -- kinds of types ------------------------------------------------------------------------------------------
    def learn(self, torch: Any = None, numpy: Any = None) -> None:
        """Take the types of newly imported torch and numpy into account; forgets what was guessed before."""
        if torch is not None:
            self.tensor_type = torch.Tensor
            self.module_type = torch.nn.Module
            self.parameter_type = torch.nn.Parameter
            self.grad_enabled = torch.is_grad_enabled
            self._learn_reading(torch)
        if numpy is not None:
            self.array_type, self.scalar_type = numpy.ndarray, numpy.generic
        for cls in [cls for cls in self.kinds if module_name(cls) not in ("builtins", "collections")]:
            del self.kinds[cls]

    def _learn_reading(self, torch: Any) -> None:
        """How to read a tensor without a `__torch_function__` of the user's being asked."""
        found = (
            getattr(torch._C, name, None) for name in ("_is_torch_function_mode_enabled", "_len_torch_function_stack")
        )
        self._in_mode = next((test for test in found if test is not None), bool)
        self._unheard = torch._C.DisableTorchFunction
        self._tracing = getattr(torch._C, "_get_tracing_state", type(None))
        names = ("requires_grad", "shape", "dtype", "device", "grad_fn")
        self._getters = {name: static(torch.Tensor, name).__get__ for name in names}

    def kind_of(self, cls: type) -> int:
        kind = self.kinds.get(cls)
        if kind is None:
            kind = self._classify(cls)
            if len(self.kinds) > MAX_CLASSES:
                self.learn()
            if is_lasting(cls):
                self.kinds[cls] = kind
        return kind

    def _classify(self, cls: type) -> int:
        if issubclass(cls, self.tensor_type):
            return PARAMETER if issubclass(cls, self.parameter_type) else TENSOR
        if issubclass(cls, self.array_type):
            return ARRAY
        if issubclass(cls, self.scalar_type):
            return NUMBER
        if issubclass(cls, self.module_type):
            return MODULE
        if issubclass(cls, (tuple, dict, list, set, deque)):
            return CONTAINER
        if issubclass(cls, (type, int, str, bytes, BaseException)) or module_name(cls) == "builtins":
            return BORING
        return OBJECT

    # -- finding records again -----------------------------------------------------------------------------------
    def known(self, value: Any) -> Optional[Rec]:
        """The record of exactly this object, if it has one."""
        ref = self.by_id.get(id(value))
        if ref is not None and ref() is value:
            return ref.rec
        return None

    def attach(self, value: Any, rec: Rec) -> None:
        """From now on `value` is found as `rec`. Objects that cannot be weakly referenced are let go."""
        try:
            ref = _Ref(value, self._bury)
        except TypeError:
            return
        ref.key, ref.rec = id(value), rec
        if rec.kind == OBJECT:
            rec.aux = weakref.ref(value)
        if self._dead:
            self._forget()
        self.by_id[ref.key] = ref

    def _forget(self) -> None:
        """Drop the records of objects that died, before they grow old in the eyes of the garbage collector."""
        dead, by_id = self._dead, self.by_id
        try:
            while True:
                gone = dead.popleft()
                if by_id.get(gone.key) is gone:
                    del by_id[gone.key]
        except (IndexError, KeyError):
            pass

    def names(self) -> Names:
        """A fresh table of integers by variable name for one activation."""
        made = Names()
        self._names.append(weakref.ref(made))
        if len(self._names) > PURGE:
            self._names = [ref for ref in self._names if ref() is not None]
        return made

    def remember(self, owner: Any, name: str, entry: Entry) -> None:
        """What is known of a number that `owner` keeps under `name`; None where nothing is."""
        held = self.attributes.get(id(owner))
        if held is None or held[0]() is not owner:
            if entry is None:
                return
            try:
                held = self.attributes[id(owner)] = (weakref.ref(owner), {})
            except TypeError:
                return
        if entry is not None:
            held[1][name] = entry
        else:
            held[1].pop(name, None)

    def attach_number(self, value: Any, rec: Rec) -> None:
        if type(value) is int and -6 < value < 257:
            return
        self.numbers[id(value)] = (value, rec)
        if len(self.numbers) > self._next_count:
            self._drop_numbers()

    def _drop_numbers(self) -> None:
        """Let go of the numbers that nobody else holds any more, and of the oldest where there are too many."""
        numbers = self.numbers
        for key, (value, _) in list(numbers.items()):
            if getrefcount(value) <= OWN_REFERENCES:
                del numbers[key]
        while len(numbers) > MAX_NUMBERS - MAX_NUMBERS // 4:
            numbers.popitem(last=False)
        self._next_count = min(max(NUMBERS, 2 * len(numbers)), MAX_NUMBERS)

    def number(self, value: Any) -> Optional[Rec]:
        found = self.numbers.get(id(value))
        return found[1] if found is not None else None

    def resolve(self, value: Any, depth: int = 0) -> Entry:
        """What `value` descends from, looking through containers (bounded in depth and width). Calls no user code."""
        ref = self.by_id.get(id(value))
        if ref is not None and ref() is value and ref.rec.grad_fn is not None:
            return ref.rec  # a live result stays one: only leaves can be told not to require gradients
        kind = self.kinds.get(type(value))
        if kind is None:
            kind = self.kind_of(type(value))
        if kind == BORING:
            return self.number(value) if type(value) is int else None
        if kind == TENSOR:
            return self._tensor(value)
        if kind == ARRAY:
            return self.known(value)
        if kind == NUMBER:
            return self.number(value)
        if kind == CONTAINER:
            return self._look_through(value, depth) if depth < LOOK_DEPTH else None
        if kind == PARAMETER:
            return self.known(value) or self._source(value, PARAMETER)
        if kind == MODULE:
            return self.module(value)
        return self._object(value, depth)

    def _object(self, value: Any, depth: int) -> Entry:
        rec = self.known(value)
        if rec is not None:
            return rec
        if depth >= LOOK_DEPTH - 1:
            return None
        if not is_python_class(type(value)):
            return None
        found: list[Rec] = []
        for part in get_referents(value)[: 2 * LOOK_WIDTH]:
            # An object's attributes are its referents, or those of the dictionary that holds them.
            if type(part) is not type:
                _flatten(self.resolve(part, depth if type(part) is dict else depth + 1), found)
        return tuple(found) if found else None

    def _look_through(self, value: Any, depth: int) -> Entry:
        cls = type(value)
        base = cls if cls in CONTAINERS else next((base for base in CONTAINERS if issubclass(cls, base)), None)
        if base is None:
            return None
        items: Any = dict.values(value) if base is dict else base.__iter__(value)
        if base in (list, tuple) and base.__len__(value) > 2 * LOOK_WIDTH:
            part = base.__getitem__
            items = [*part(value, slice(LOOK_WIDTH)), *part(value, slice(-LOOK_WIDTH, None))]
        found: list[Any] = []
        for index, item in enumerate(items):
            if index >= 2 * LOOK_WIDTH:
                break
            entry = self.resolve(item, depth + 1)
            if entry is not None:
                _flatten(entry, found)
        return tuple(found) if found else None

    def _tensor(self, value: Any) -> Optional[Rec]:
        rec = self.known(value)
        if rec is None:
            return self._source(value, TENSOR) if self.wants_gradient(value) else None
        if rec.requires_grad != self.wants_gradient(value):
            rec = self._changed(value, rec)
        return rec

    def _changed(self, value: Any, old: Rec) -> Rec:
        """The value was changed in place since it was recorded (`buf[i] = live`): its record follows."""
        ops = tuple(old.stores.values())[-MAX_OPERANDS + 1 :] if old.stores else ()
        rec = self._new(old.aux or old.site, (old, *ops), old.kind, old.type)
        rec.name, rec.stores, rec.stored, rec.taken = old.name, old.stores, old.stored, old.taken
        self._describe(rec, value)
        self.attach(value, rec)
        return rec

    def _source(self, value: Any, kind: int) -> Rec:
        rec = self._new(None, (), kind, type(value))
        self._describe(rec, value)
        self.attach(value, rec)
        return rec

    def module(self, value: Any) -> Optional[Rec]:
        """The record of a module that owns parameters; None for one that owns none."""
        rec = self.known(value)
        if rec is None:
            first = next(iter(parameters_of(value, 1)), None)
            rec = self._new(None, (), MODULE, type(value))
            rec.leaf = first is not None
            rec.requires_grad = first is not None
            if first is None:
                rec.kind = BORING
            self.attach(value, rec)
        return None if rec.kind == BORING else rec

    # -- making records ------------------------------------------------------------------------------------------
    def _new(self, site: Any, ops: tuple[Rec, ...], kind: int, cls: Optional[type]) -> Rec:
        self.made += 1
        if self.made >= self._next_sweep:
            self._next_sweep = self.made + WINDOW
            self.sweep()
        return Rec(self.made, site, ops, kind, cls)

    def is_plain(self, tensor: Any) -> bool:
        """Whether attributes of `tensor` are torch's own at this moment."""
        cls = type(tensor)
        return (cls is self.tensor_type or cls is self.parameter_type) and not self._in_mode()

    def read(self, tensor: Any, name: str) -> Any:
        """An attribute of a tensor; runs no code of the user's."""
        if self.is_plain(tensor):
            return getattr(tensor, name)
        with self._unheard():
            return self._getters[name](tensor)

    def shape(self, tensor: Any) -> Any:
        """`tensor.shape`; None where reading it would become part of what torch traces, or where it is symbolic."""
        if self._tracing() is not None:
            return None
        if self.is_plain(tensor):
            return tensor.shape
        found = self.read(tensor, "shape")
        return found if all(type(size) is int for size in found) else None

    def wants_gradient(self, tensor: Any) -> bool:
        """`tensor.requires_grad`."""
        if self.is_plain(tensor):
            return tensor.requires_grad  # type: ignore[no-any-return]
        return self.read(tensor, "requires_grad")  # type: ignore[no-any-return]

    def _describe(self, rec: Rec, value: Any) -> None:
        if self.is_plain(value):
            rec.dtype, rec.device = value.dtype, value.device
            if self._tracing() is None:
                rec.shape = value.shape
            grad_fn = value.grad_fn
            rec.requires_grad = grad_fn is not None or value.requires_grad
        else:
            rec.requires_grad = self.read(value, "requires_grad")
            rec.shape, rec.dtype, rec.device = self.shape(value), self.read(value, "dtype"), self.read(value, "device")
            grad_fn = self.read(value, "grad_fn")
        if rec.requires_grad:
            rec.leaf = grad_fn is None
            if grad_fn is not None:
                rec.grad_fn = type(grad_fn).__name__
                if self.numbered:
                    rec.seq = grad_fn._sequence_nr()
        if not self.grad_enabled():
            rec.enabled = False
            rec.off = self.off_cause() if self.off_cause is not None else None

    def _describe_array(self, rec: Rec, array: Any) -> None:
        """A subclass may have a `shape` of its own."""
        kind = self.array_type
        rec.shape, rec.dtype = kind.shape.__get__(array), kind.dtype.__get__(array)

    def note(self, site: Any, value: Any, ops: list[Rec], kind: int) -> Rec:
        """Make the record of a fresh result. `kind` is that of `type(value)`."""
        rec = self._new(site, tuple(ops), kind, type(value))
        if kind in (TENSOR, PARAMETER):
            self._describe(rec, value)
            self.attach(value, rec)
            return rec
        if kind == ARRAY:
            self._describe_array(rec, value)
            self.attach(value, rec)
        elif kind == NUMBER or type(value) is int:
            self.attach_number(value, rec)
        elif kind == OBJECT:
            rec.requires_grad = any(op.live for op in ops)
            self.attach(value, rec)
        if self.grad_enabled is not None and not self.grad_enabled():
            rec.enabled = False
            rec.off = self.off_cause() if self.off_cause is not None else None
        return rec

    def inside(self, environment: Any) -> list[Rec]:
        """The objects within an environment into which values were stored: a wrapped simulator, its model."""
        found: list[Rec] = []
        for layer in layers_of(environment) if self.placed else ():
            held = (attributes_of(layer) or {}).values()
            for value in [layer, *list(held)[:MAX_WITHIN]]:
                rec = self.known(value) if self.kind_of(type(value)) == OBJECT else None
                if rec is not None and rec.stores:
                    _flatten(rec, found)
        return found

    def store(self, site: Any, target: Any, ops: list[Rec]) -> None:
        """`target` (array, tensor, opaque object) now also holds what `ops` stand for."""
        kind = self.kind_of(type(target))
        if kind in (BORING, NUMBER, CONTAINER, MODULE) or not ops:
            return
        self.placed = self.placed or kind == OBJECT
        rec = self.known(target)
        if rec is None or rec.stores is None:
            fresh = self._new(None, (rec,) if rec is not None else (), kind, type(target))
            if kind in (TENSOR, PARAMETER):
                self._describe(fresh, target)
            elif kind == ARRAY:
                self._describe_array(fresh, target)
            fresh.stores = {}
            if rec is not None:
                fresh.name = rec.name
            rec = fresh
            self.attach(target, rec)
        if rec.stores is None:
            rec.stores = {}
        rec.stores[site] = ops[0] if len(ops) == 1 else self._new(site, tuple(ops), CONTAINER, tuple)
        while len(rec.stores) > MAX_STORES:
            del rec.stores[next(iter(rec.stores))]

    # -- bounding memory -----------------------------------------------------------------------------------------
    def purge(self) -> None:
        """Let go of what is kept of objects that no longer exist."""
        self._forget()
        attributes = self.attributes
        for key in [key for key, held in list(attributes.items()) if held[0]() is None]:
            attributes.pop(key, None)

    def forget_history(self) -> None:
        """Drop all records but those of modules and parameters, and what these descend from beyond the first step."""
        self.purge()
        kept = {key: ref for key, ref in self.by_id.items() if ref.rec.kind in (MODULE, PARAMETER)}
        for ref in kept.values():
            for rec in (ref.rec, *ref.rec.ops):
                rec.stores = None
            for rec in ref.rec.ops:
                rec.ops = ()
        self.by_id.clear()
        self.by_id.update(kept)
        self.numbers.clear()
        self.attributes.clear()
        for held in self._names:
            (held() or {}).clear()
        self._names.clear()

    def references(self) -> list[_Ref]:
        """To all objects that are alive and have a record (`ref.rec`)."""
        self.purge()
        return list(self.by_id.values())

    def _roots(self) -> list[Rec]:
        """Every record that is reachable by more than other records."""
        entries: list[Any] = [ref.rec for ref in self.references()]
        entries += [rec for _, rec in list(self.numbers.values())]
        for _, held in list(self.attributes.values()):
            entries += list(held.values())
        for ref in self._names:
            entries += list((ref() or {}).values())
        found: list[Rec] = []
        for entry in entries:
            if entry.__class__ is Rec:
                found.append(entry)
            else:
                _flatten(entry, found, len(found) + MAX_OPERANDS)
        return found

    def sweep(self) -> None:
        """Prune the history of everything that is still reachable: old records keep KEPT_DEPTH steps."""
        horizon = self.made - WINDOW
        level = self._roots()
        seen = set()
        depth = 0
        while level:
            following: list[Rec] = []
            for rec in level:
                if id(rec) in seen:
                    continue
                seen.add(id(rec))
                if depth >= KEPT_DEPTH and rec.n < horizon:
                    rec.ops, rec.stores = tuple(op for op in rec.ops if op.kind in (MODULE, PARAMETER)), None
                    continue
                following.extend(rec.ops)
                if rec.stores:
                    following.extend(rec.stores.values())
            level = following
            depth += 1
