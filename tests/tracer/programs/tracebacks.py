# ruff: noqa
"""Exceptions in the middle of expressions, printed."""
import sys
import traceback


class Bomb:
    def __add__(self, other):
        raise ValueError("add")

    def __getitem__(self, key):
        raise KeyError(key)

    def __getattr__(self, name):
        raise AttributeError(f"no {name}")

    def __call__(self, *args):
        raise TypeError("call")

    def __bool__(self):
        raise RuntimeError("truth")

    def __iter__(self):
        raise OSError("iter")

    def __enter__(self):
        raise LookupError("enter")

    def __exit__(self, *exc):
        pass


bomb = Bomb()


def ident(x):
    return x


def several(x):
    return (
        ident(x)
        + ident(
            bomb.thing
        )
    )


def gives(x):
    yield ident(x)
    yield ident(1) / ident(0)


def chained():
    try:
        ident(1) / ident(0)
    except ZeroDivisionError as error:
        raise ValueError(ident("chained")) from error


def implicit():
    try:
        ident({})["a"]
    except KeyError:
        ident([])[ident(3)]


def cleaned():
    try:
        return ident(bomb)[1]
    finally:
        ident("cleaned")


def unpacks():
    a, b = ident((1, 2, 3))


def stores():
    ident(1).x = ident(2)


def deletes():
    x = ident(1)
    del x
    return ident(x)


def augments():
    ident([])[ident(2)] += ident(1)


def loops():
    for x in ident(bomb):
        pass


def enters():
    with ident(bomb) as b:
        pass


def comprehends():
    return [ident(1) / n for n in (1, 0)]


def nested_comprehension():
    return {k: [ident(v) / k for v in (1, 2)] for k in (1, 0)}


CASES = [
    lambda: bomb + ident(1), lambda: ident(bomb)["k"], lambda: ident(bomb).name, lambda: bomb(ident(1), *ident([2])),
    lambda: 1 if ident(bomb) else 2, lambda: not ident(bomb), lambda: list(ident(bomb)), lambda: several(1),
    lambda: list(gives(1)), chained, implicit, cleaned, unpacks, stores, deletes, augments, loops, enters, comprehends,
    nested_comprehension, lambda: ident(undefined), lambda: ident(1, 2), lambda: ident(*ident(3)),
    lambda: ident(**ident({"y": 1})), lambda: 1 < ident(2) < ident("3"), lambda: [*ident(1)], lambda: (ident(1))(),
    lambda: f"{ident(bomb).x}", lambda: (yes := ident(bomb))[0], lambda: max(ident(3), key=ident),
    lambda: ident(bomb) and 3, lambda: sorted([ident(1), ident("a")]), lambda: int(ident("x")), lambda: -ident("x"),
    lambda: ident(3) @ ident(4), lambda: {ident([]): 1}, lambda: ident([1, 2])[ident(1):ident("x")], lambda: next(gives(ident(bomb)).throw(KeyError("thrown"))),
]  # fmt: skip
for case in CASES:
    try:
        print("gave", case())
    except Exception as error:
        traceback.print_exc(file=sys.stdout)
        print([(step.tb_lineno, step.tb_frame.f_code.co_name) for step in _ for _ in []] if False else "")
        step = error.__traceback__
        while step is not None:
            print(step.tb_lineno, step.tb_frame.f_code.co_name, step.tb_frame.f_lineno)
            step = step.tb_next
print("the last one is not caught")
chained()
