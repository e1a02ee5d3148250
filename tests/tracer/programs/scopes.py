# ruff: noqa
"""Names come and go."""
import sys

counter = 0
doomed = [1]


def ident(*args):
    return args[0]


def rises():
    global counter
    counter += ident(1)
    counter = counter + ident(counter)
    return counter


def removes():
    global doomed
    del doomed
    return 5


def drops(x):
    def drop():
        nonlocal x
        del x
        return 2

    return ident(x, drop(), 3)


def catches():
    global failure
    try:
        ident(1) / 0
    except ZeroDivisionError as failure:
        print("caught", ident(failure))
    return "failure" in globals()


def calls(f):
    def forget():
        nonlocal f
        g = f
        del f
        return g

    return f(forget())(1)


def self_removing():
    global self_removing
    del self_removing
    return "gone"


def grows():
    n = 0

    def more(by=ident(1)):
        nonlocal n
        n += by
        n = ident(n) + n
        return n

    return [more(), more(ident(2)), n]


print(rises(), rises(), counter)
print(ident(doomed, removes()), "doomed" in globals())
doomed = [2]
print(ident(*doomed, removes()), doomed_again := 4)
print(drops(1), catches(), calls(ident), self_removing(), grows())
total = 0
for total in range(3):
    total += ident(total)
print(total)
x = 5
x += (x := ident(2))
print(x)
while (n := ident(counter)) < 10:
    counter += n
else:
    print("else", n)
a = b = ident([1])
a += [2]
print(a is b, b)
a, (b, *c), d = ident(1), ident((2, 3, 4)), 5
print(a, b, c, d)
[a, b] = b, a
print(a, b)
matrix = [[0] * 2 for _ in range(2)]
matrix[ident(0)][ident(1)] = matrix[1][0] = ident(7)
matrix[0][:], matrix[1][ident(0):ident(1)] = [ident(1), 2], [9]
print(matrix)
del matrix[ident(0)]
i = 0
i, matrix[i] = 0, ident("zero")
print(matrix)
namespace = {}
exec("y = [v for v in range(3)]\ndef f(q): return q + y[1]", namespace)
print(namespace["f"](ident(1)), eval("ident(x) + 1"), eval(compile("counter", "<s>", "eval")))


def executes(v):
    w = ident(v)
    exec("w = 3; z = v")
    return w, eval("v + w"), eval("ident(v)", globals(), {"v": 4})


print(executes(2))
print(1 < ident(2) < 3 != ident(4) is not None, ident(1) in [ident(1)], not ident(0), ident(0) or ident(None) or "or", ident(1) and ident(2))
print([ident(k) for k in range(5) if ident(k) % 2 if k > 1], {k: v for k, v in zip("ab", ident([1, 2]))}, {*ident([1]), 2})
print(*ident([1, 2]), sep=ident("-"), **ident({"end": "!\n"}))
print(f"{ident(3)!r:>{ident(5)}} {ident('x')=} {x=}", "%s %s" % (ident(1), 2), "{0.real}".format(ident(3)), b"%d" % ident(4))
print((lambda *a, k=ident(2), **m: (ident(a), k, m))(1, *ident((2,)), k=3, z=4), [*ident((1,)), *[]], {**ident({"q": 1}), "r": 2})
try:
    try:
        raise ValueError(ident("inner"))
    finally:
        print("finally", sys.exc_info()[0])
except ValueError as error:
    print(ident(error).args, error.__context__)
else:
    print("not here")
assert ident(1), ident("message")
try:
    assert not ident(1), ident("message")
except AssertionError as error:
    print(error)
os = {"path": "mine"}
print(os["path"].upper(), ident(os).get("path"))


def shadows(random, math):
    random.seed.value = ident(1)
    return random.seed.value + random.seed.count() + math[0].real


class Seed:
    reads = 0

    class inner:
        value = 0

        @staticmethod
        def count():
            return Seed.reads

    @property
    def seed(self):
        Seed.reads += 1
        return self.inner


import math
import random

print(shadows(Seed(), [3]), Seed.reads, random.random.__name__, math.pi.real > 3)
