# ruff: noqa
"""What a program can see of its own names."""
import inspect
import sys

top = 3


def reflecting(a, b=2, *rest, c=4, **more):
    """A docstring."""
    total = sum(n for n in (a, b))
    print(sorted(locals()), sorted(vars()), dir())
    print(f"{sorted(locals())} {[sorted(vars())]} {dir()!r}")
    assert "total" in dir(), dir()
    shown = "{a} {total}".format(**locals())
    print(shown, len(locals()), [len(locals()) for _ in "x"], (lambda z: sorted(locals()))(1))
    inner = [sorted(locals()) for item in [abs(a)] if abs(item)]
    print([[name for name in names if not name.startswith(".")] for names in inner])
    if sys.version_info < (3, 13):
        print(sorted(sys._getframe().f_locals))

    def nested(x=len(locals())):
        return sorted(locals()), x, total

    print(nested())
    return total


class Holder:
    here = sorted(name for name in locals() if not name.startswith("__"))
    squares = [n * n for n in range(3)]
    total = sum(squares)
    pick = lambda self, key=len(squares): key

    def method(self, x):
        return sorted(locals()), self.pick(), abs(x)


def generating(n):
    for i in range(n):
        yield abs(i), sorted(locals())


print(reflecting(1))
print(reflecting.__doc__, reflecting.__name__, reflecting.__qualname__, reflecting.__defaults__, reflecting.__kwdefaults__)
print(inspect.signature(reflecting), reflecting.__code__.co_varnames[: reflecting.__code__.co_argcount])
print(inspect.getsource(Holder.method), reflecting.__code__.co_firstlineno, inspect.getdoc(reflecting))
print(inspect.getsource(lambda: abs(-1)))
print(Holder.here, Holder.total, Holder().method(-4))
print(list(generating(2)))
print(sorted(globals()), dir(), sorted(vars()), sorted(locals()) == sorted(globals()))
print({reflecting.__code__: 1, (lambda q: abs(q)).__code__: 2}.__len__(), hash(Holder.method.__code__) != 0)
print([c for c in reflecting.__code__.co_names], reflecting.__code__.co_freevars, reflecting.__code__.co_cellvars)
try:
    reflecting.missing
except AttributeError as error:
    print(error)
try:
    tota
except NameError as error:
    print(error)


def misspelt(state):
    value = abs(state)
    return s + stat


try:
    misspelt(1)
except NameError:
    import traceback

    traceback.print_exc()
