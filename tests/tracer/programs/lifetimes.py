# ruff: noqa
"""When objects die."""
import gc
import sys
import weakref
from contextlib import contextmanager, suppress

gc.disable()


class Thing:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)

    def me(self):
        return self

    def nothing(self):
        print("nothing", self.name)

    def fails(self, *args):
        raise ValueError(self.name)

    def __add__(self, other):
        return Thing(self.name + "+" + other.name)

    def __iter__(self):
        return iter([Thing(self.name + "0"), Thing(self.name + "1")])

    @property
    def part(self):
        return Thing(self.name + ".part")


def make(name):
    return Thing(name)


def keep(x):
    return weakref.ref(x)


def in_function():
    make("a").nothing()
    print("after a")
    thing = make("b")
    thing = make("c")
    print("rebound")
    del thing
    print("deleted")
    ref = keep(make("d"))
    print(ref() is None)
    total = make("e") + make("f")
    print("summed")
    make("g").me().me().nothing()
    print("chained")
    return total


def caught():
    try:
        make("h").fails()
    except ValueError:
        print("handler h")
    print("after h")
    try:
        make("i").fails(make("j").me())
    except ValueError as error:
        print("handler", error)
    try:
        make("k").me().fails()
    except (ValueError, TypeError):
        print("handler k")
    finally:
        print("finally k")
    with suppress(ValueError):
        make("l").fails()
    print("after l")
    try:
        make("m").x.y.z
    except AttributeError:
        print("handler m")
    try:
        make("n").me().count += 1
    except AttributeError:
        print("handler n")
    try:
        (lambda: make("o").fails())()
    except ValueError:
        print("handler o")
    try:
        [make("p").fails() for _ in range(2)]
    except ValueError:
        print("handler p")


def looped():
    for item in make("q"):
        print("item", item.name)
    print("done")
    print([part.name for part in make("r")])
    for item in make("s"):
        item = None
    print("over")


def generating():
    yield make("t").me()
    held = make("u")
    yield 1
    make("v").fails()


@contextmanager
def managed():
    thing = make("w")
    yield thing.me()
    print("leaving")


print(in_function().name)
print("back")
caught()
looped()
g = generating()
next(g)
print("first")
next(g)
g.close()
print("closed")
g = generating()
print([next(g).name, next(g)])
try:
    next(g)
except ValueError:
    print("v failed")
with managed() as m:
    print(m.name)
del m
print("left")
try:
    make("x").fails()
except ValueError:
    print("handler x")
make("y").part.me()
print("y done")
try:
    make("z").me().fails()
except ValueError as error:
    kept = error
print("kept")
del kept
gc.collect()
print("collected")
with suppress(ValueError):
    make("1").fails()
print("module with")
box = [make("2")]
box[0].self = box[0]
box[0] = None
print("cycle", gc.collect())
ref = weakref.ref(make("3"), lambda r: print("callback"))
print(ref())


def local_class():
    class Local:
        def __init__(self):
            self.x = make("4")

        def run(self):
            return self.x.me().name

    print(Local().run())
    return weakref.ref(Local)


ref = local_class()
gc.collect()
print("class", ref())
print(sys.getrefcount(box), sys.getrefcount(make("5").me()))
lambdas = [lambda: make("6").fails()]
for f in lambdas:
    with suppress(ValueError):
        f()
    print("lambda done")
gc.enable()
