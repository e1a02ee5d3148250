# ruff: noqa
# needs: 3.12
"""Syntax of Python 3.12."""
import traceback

type Alias[T] = list[T] | dict[str, T]


def first[T](items: list[T]) -> T:
    return abs(items[0])


class Box[T]:
    def __init__(self, item: T):
        self.item = abs(item)

    def get(self) -> T:
        return [self.item for _ in range(1)][0]


print(first([-1]), Box(-2).get(), Alias.__value__, first.__type_params__, Box[int](3).item)
print(f"{'a' + "b"} {[abs(x) for x in (1, -2)]!r:>{abs(-9)}} {f"{abs(-1)}"}" f"{sorted(n for n in dir() if n.islower() and not n.startswith("_"))}")


def groups():
    try:
        raise ExceptionGroup("g", [ValueError(abs(-1)), TypeError("t"), KeyError("k")])
    except* ValueError as group:
        print("values", abs(len(group.exceptions)))
    except* (TypeError, KeyError) as group:
        print("others", [type(e) for e in group.exceptions])


def inlined(n):
    x = 5
    found = [(x, abs(y), sorted(locals())) for x in range(n) for y in [x] if abs(y)]
    return found, x, [lambda: x + y for y in range(2)][1](), {k: sorted(vars()) for k in "a"}


groups()
print(inlined(2))


class Comprehending:
    n = 3
    found = [n for n in range(3)]
    nested = [(lambda: i)() for i in range(2)]


print(Comprehending.found, Comprehending.nested, Comprehending.n)
try:
    groups.missing
except* AttributeError:
    traceback.print_exc()
