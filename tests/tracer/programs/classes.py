# ruff: noqa
"""Classes in all their forms."""
import abc
import collections
import copy
import dataclasses
import enum
import functools
import pickle
import typing


def ident(x):
    return x


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = ident(2)
    tags: list = dataclasses.field(default_factory=list, compare=False)
    kind: typing.ClassVar[str] = "p"

    def __post_init__(self):
        self.total = ident(self.x) + self.y

    @property
    def norm(self):
        return abs(self.x) + abs(self.y)

    @norm.setter
    def norm(self, value):
        self.x = self.y = ident(value) // 2

    @classmethod
    def origin(cls):
        return cls(ident(0), 0)

    @staticmethod
    def name():
        return ident("point")

    @functools.cached_property
    def cached(self):
        print("computed")
        return ident(self.x)


class Colour(enum.Enum):
    RED = enum.auto()
    GREEN = ident(7)

    @property
    def loud(self):
        return ident(self.name).upper() + "!"


class Flags(enum.IntFlag):
    A = 1
    B = 2
    C = A | B


class Base(abc.ABC):
    registry = {}

    def __init_subclass__(cls, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Base.registry[ident(tag)] = cls.__name__

    def __init__(self, *args):
        self.args = ident(args)

    @abc.abstractmethod
    def run(self): ...

    def __private(self):
        return ident("base private")

    def call_private(self):
        return self.__private()


class Derived(Base, tag="d"):
    __slots__ = ("__hidden",)

    def __init__(self, *args):
        super().__init__(*args, ident(3))
        self.__hidden = ident("hidden")

    def run(self):
        here = __class__
        return [super(Derived, self).call_private() for _ in "a"], self.__hidden, here.__name__

    def __private(self):
        return "derived private"

    def __getattr__(self, name):
        if name.startswith("dyn_"):
            return ident(name[4:])
        raise AttributeError(name)

    def __enter__(self):
        return ident(self)

    def __exit__(self, *exc):
        return ident(exc[0]) is not None

    def __contains__(self, x):
        return ident(x) == 3

    def __matmul__(self, other):
        return ident(other)

    def __index__(self):
        return 2

    def __missing__(self, key):
        return key


class Descriptor:
    def __set_name__(self, owner, name):
        self.name = ident(name)

    def __get__(self, instance, owner=None):
        return (self.name, instance is None)

    def __set__(self, instance, value):
        print("set", self.name, ident(value))


class Described:
    field = Descriptor()
    if ident(True):

        def conditional(self):
            return ident("conditional")

    try:
        for _i in range(2):

            def looped(self, i=_i):
                return ident(i)

    finally:
        done = ident(1)
    with open(__file__) as _f:

        def inside(self):
            return ident("inside with")


Pair = collections.namedtuple("Pair", "a b")
Typed = typing.NamedTuple("Typed", [("x", int)])


class Default(dict):
    def __missing__(self, key):
        self[key] = ident(key) * 2
        return self[key]


point = Point(1)
point.norm = 10
print(point, point.norm, point.total, Point.origin(), Point.name(), point.cached, point.cached, point == Point(5, 5), point < Point(9))
print(Colour.RED, Colour.GREEN.loud, Colour(7), list(Colour), Flags.A | Flags.B, Flags.C)
derived = Derived(1, 2)
print(derived.run(), derived.args, derived.dyn_x, Base.registry, 3 in derived, derived @ 4, [1, 2, 3][derived], Derived.__mro__)
with derived as d:
    raise KeyError(ident(d) is derived)
described = Described()
described.field = ident(4)
described.field += ("more",)
print(described.field, Described.field, described.conditional(), described.looped(), described.inside(), Described.done)
print(Pair(1, b=ident(2))._replace(a=3), Typed(ident(1)), Pair.__module__, Typed.__module__)
for thing in (point, Colour.GREEN, Pair(1, 2), Typed(3), Flags.C, [point]):
    print(pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing) == thing)
default = Default()
default["a"] += "b"
