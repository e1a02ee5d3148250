# ruff: noqa
"""Objects that notice every question asked of them."""
import types
import weakref
from unittest.mock import MagicMock

ASKED = []


class Meta(type):
    def __getattribute__(cls, name):
        ASKED.append(("meta", name))
        return super().__getattribute__(name)

    def __instancecheck__(cls, value):
        ASKED.append("instancecheck")
        return super().__instancecheck__(value)

    def __subclasscheck__(cls, value):
        ASKED.append("subclasscheck")
        return super().__subclasscheck__(value)


class Watchful:
    def __getattribute__(self, name):
        ASKED.append(name)
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        ASKED.append(("missing", name))
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args: self

    def __eq__(self, other):
        ASKED.append("eq")
        return True

    def __hash__(self):
        ASKED.append("hash")
        return 1

    def __bool__(self):
        ASKED.append("bool")
        return False

    def __len__(self):
        ASKED.append("len")
        return 0

    def __iter__(self):
        ASKED.append("iter")
        return iter(())

    def __repr__(self):
        ASKED.append("repr")
        return "watchful"

    def __add__(self, other):
        return self

    __radd__ = __iadd__ = __add__

    def __getitem__(self, key):
        return self

    def __setitem__(self, key, value):
        pass

    def __call__(self, *args, **kwargs):
        return self

    def go(self, *args):
        return self


class Lying(Watchful):
    @property
    def __class__(self):
        ASKED.append("class")
        return int

    @property
    def __dict__(self):
        ASKED.append("dict")
        return {}

    @property
    def unwrapped(self):
        ASKED.append("unwrapped")
        return self


class Strange(Watchful, metaclass=Meta):
    pass


class Slotted:
    __slots__ = ("x",)

    def __init__(self):
        self.x = 1


class OwnDict(dict):
    def __iter__(self):
        ASKED.append("dict iter")
        return super().__iter__()

    def values(self):
        ASKED.append("dict values")
        return super().values()

    def get(self, *args):
        ASKED.append("dict get")
        return super().get(*args)

    def __len__(self):
        ASKED.append("dict len")
        return super().__len__()

    def __contains__(self, key):
        ASKED.append("dict contains")
        return True


class OwnList(list):
    def __iter__(self):
        ASKED.append("list iter")
        return super().__iter__()

    def __len__(self):
        ASKED.append("list len")
        return super().__len__()

    def __getitem__(self, key):
        ASKED.append("list item")
        return super().__getitem__(key)


class OwnTuple(tuple):
    def __iter__(self):
        ASKED.append("tuple iter")
        return super().__iter__()


class OwnSet(set):
    def __iter__(self):
        ASKED.append("set iter")
        return super().__iter__()


class OwnFrozen(frozenset):
    def __iter__(self):
        ASKED.append("frozen iter")
        return super().__iter__()

    def __len__(self):
        ASKED.append("frozen len")
        return 3


class Replaced:
    pass


def use(x, f):
    global kept
    y = f(x)
    z = f(f(x))
    kept = [x, y, f(z)]
    pair = x, f(y)
    a, b = f(x), f(y)
    holder = Replaced()
    holder.value = f(x)
    holder.other = x
    g = holder.value
    holder.items = [x]
    holder.items.append(f(x))
    holder.items.append(x)
    table = {}
    table["k"] = f(x)
    table.update(k=x)
    r = f(table["k"])
    t = f(holder)
    for item in [x, f(x)]:
        u = f(item)
    v = [f(i) for i in [x]]
    w = f(x) if f(1) else 0
    q = f(x) is x
    return f(x)


def same(x):
    return x


def operate(x):
    s = x + 1
    s = same(x) + same(x)
    s += x
    s = x[0] + x[same(1)]
    x[0] = same(x)
    x[same(0)] += 1
    s = x.go(same(1)).go(x)
    s = x(same(2))(x)
    x.attribute = same(x)
    x.attribute += 1
    s = x.attribute
    s = same(x).attribute
    s = x == 1
    s = same(x) == same(x)
    s = x.backward
    s = x.backward(x)
    s = x.grad(same(x))
    s = x.detach().numpy().item()
    s = x.append(same(x))
    s = x.step(same(x))
    s = x.requires_grad_(True)
    x.requires_grad = False
    s = x.zero_grad()
    s = x.reset(1)
    s = x.scale(1)
    s = x.grad
    a, b = x.go(1), x
    while x:
        pass
    return x.go()


def swapped():
    thing = Replaced()
    thing.__dict__ = OwnDict(a=1)
    return thing


for make in (Watchful, Lying, Strange):
    ASKED.clear()
    use(make(), same)
    print(make.__name__ if make is not Strange else "Strange", ASKED)
    ASKED.clear()
    operate(make())
    print(ASKED)
for value in (OwnDict(a=1), OwnList([1, 2]), OwnTuple((1, 2)), OwnSet({1}), OwnFrozen({1}), OwnList(range(60)), swapped()):
    ASKED.clear()
    use(value, same)
    print(type(value).__name__, ASKED)
use(Slotted(), same)
use(weakref.proxy(kept_alive := Replaced()), same)
dead = weakref.proxy(Replaced())
use(dead, same)
mock = MagicMock(name="m")
mock.__class__ = dict
mock.__bool__.return_value = False
operate(mock)
use(mock, same)
print(mock.mock_calls, sorted(mock._mock_children))
use(MagicMock(spec=int), same)
use(types.SimpleNamespace(a=1), same)
use(object(), same)
use(NotImplemented, same)
use(..., same)
use(type, same)
use(Meta, same)
use(property(), same)
use(super(Slotted, Slotted()), same)
print("done")
