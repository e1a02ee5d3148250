# ruff: noqa
"""The parts of the standard library that look at the code they are given."""
import argparse
import bisect
import contextlib
import contextvars
import copy
import csv
import decimal
import dis
import doctest
import fractions
import functools
import heapq
import io
import itertools
import json
import operator
import random
import re
import shelve
import sqlite3
import string
import struct
import tempfile
import textwrap
import types
import typing
import unittest


def ident(x):
    """Gives it back.

    >>> ident(3) + ident(4)
    7
    >>> ident(1) / ident(0)
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    >>> sorted(locals())[:1]
    ['Tests']
    """
    return x


class Tests(unittest.TestCase):
    def setUp(self):
        self.value = ident([1])

    def test_equal(self):
        self.assertEqual(ident(1) + 1, len(self.value) + 1)
        with self.assertRaises(KeyError) as caught:
            ident({})["a"]
        self.assertIn("a", str(caught.exception))
        with self.subTest(i=ident(1)), self.assertWarns(UserWarning):
            __import__("warnings").warn("w")

    def test_fails(self):
        self.assertEqual(ident(1), ident(2), ident("message"))


@functools.lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.singledispatch
def shown(x):
    return ident(str(x))


@shown.register(int)
def _(x: int):
    return ident(f"int {x}")


@contextlib.contextmanager
def managing(x):
    try:
        yield ident(x)
    except ValueError as error:
        print("managed", error)


def parsed(words):
    parser = argparse.ArgumentParser(prog="prog", description=ident("d"))
    parser.add_argument("--n", type=lambda s: ident(int(s)), default=ident(1))
    parser.add_argument("rest", nargs="*")
    return parser.parse_args(words)


print(fib(30), fib.cache_info(), shown(1), shown("x"), parsed(["--n", "3", "a"]))
with managing(3) as m:
    raise ValueError(ident(m))
print(doctest.testmod(), [d.name for d in doctest.DocTestFinder().find(ident)])
suite = unittest.defaultTestLoader.loadTestsFromTestCase(Tests)
stream = io.StringIO()
print(unittest.TextTestRunner(stream).run(suite))
print(re.sub(r"\d+\.\d+s", "", stream.getvalue()))
print([*itertools.accumulate([1, 2, 3], lambda a, b: ident(a) * b)], functools.reduce(lambda a, b: ident(a) - b, range(5)), sorted("bca", key=lambda c: -ord(ident(c))))
print(json.loads(json.dumps({"a": [ident(1), None]}, default=ident), object_hook=lambda d: ident(d)), re.sub("[a-c]", lambda m: ident(m.group()).upper(), "abcd"))
random.seed(3)
print([random.random() for _ in range(2)], random.sample(range(9), ident(3)), operator.attrgetter("real")(ident(4)))
var = contextvars.ContextVar("v", default=ident(1))
print(contextvars.copy_context().run(lambda: (var.set(2), var.get())[1]), var.get())
print(decimal.Decimal(ident("1.1")) + 1, fractions.Fraction(ident(1), 3) * 3, struct.unpack("<i", struct.pack("<i", ident(5))), heapq.nsmallest(2, [3, 1, 2], key=lambda v: ident(v)))
connection = sqlite3.connect(":memory:")
connection.create_function("twice", 1, lambda v: ident(v) * 2)
print(connection.execute("select twice(?)", (ident(4),)).fetchall())
print(list(csv.reader(ident(["a,b"]))), string.Template("$x").substitute(x=ident(1)), textwrap.dedent(ident("  x")))
print(types.FunctionType(ident.__code__, {})(3), typing.get_type_hints(shown), copy.copy(ident) is ident, functools.partial(ident, 3)(), types.MethodType(ident, 4)())
replaced = ident.__code__.replace(co_name="other")
print(types.FunctionType(replaced, globals())(5), replaced.co_name, bisect.bisect([1, 2, 3], ident(2)))
print([i.opname for i in dis.get_instructions(lambda: None)][-1])
with tempfile.TemporaryDirectory() as folder, shelve.open(folder + "/s") as shelf:
    shelf["k"] = [ident(1)]
    print(dict(shelf))
parsed(["--n", "x"])
