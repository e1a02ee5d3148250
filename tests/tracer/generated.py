"""Small random programs that print what they do; many of their expressions fail half-way."""

from hypothesis import strategies as st

PRELUDE = '''\
import traceback
class Note(Exception):
    pass
class Thing:
    """A thing."""
    shared = 1
    def __init__(self, v=0):
        self.v, self.items, self.__own = v, [v], v
    def meth(self, x=1, *a, **k):
        return self.v if x is self else (self.v, x)
    def me(self):
        return self
    @property
    def prop(self):
        return self.__own
    def __add__(self, o):
        print("add")
        return Thing(o) if o.__class__ is int else o
    def __enter__(self):
        print("enter")
        return self
    def __exit__(self, *e):
        print("exit", e[0])
        return e[0] is Note
    def __repr__(self):
        return "T(" + repr(self.v) + ")"
    def __getitem__(self, k):
        return self.items[k]
    def __setitem__(self, k, v):
        print("set", k)
        self.items[k] = v
def f(x=0, *a, **k):
    print("f", x, a, sorted(k))
    return x
def g(x):
    raise Note(x)
def gen(x):
    got = yield f(x)
    yield (got, f(*[x]))
a, b, c, d, t = 1, 2.5, [3, 4], {"k": 5}, Thing(6)
'''
"""What every program begins with."""

NAMES = st.sampled_from(["a", "b", "c", "d", "t", "nope"])
STORED = st.sampled_from(["a", "b", "c", "d", "t"])
ATOMS = st.one_of(
    NAMES,
    st.sampled_from(["0", "1", "-2", "1.5", "'s'", "None", "True", "[]", "()", "{}", "...", "t.shared", "f", "b'x'"]),
)


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    e = inner
    operators = st.sampled_from(
        [
            "+",
            "-",
            "*",
            "/",
            "//",
            "%",
            "**",
            "@",
            "&",
            "|",
            "^",
            "<<",
            "==",
            "!=",
            "<",
            ">=",
            "is",
            "in",
            "and",
            "or",
            "not in",
            "is not",
        ]
    )
    patterns = [
        "f({0}, {1})", "f({0}, *[{1}], k={2})", "f(**{{'q': {0}}})", "t.meth({0})", "t.me().meth({0}).v", "g({0})", "({0}).v",
        "({0})[{1}]", "({0})[{1}:{2}]", "(-({0}))", "(not {0})", "({0} if {1} else {2})", "[{0}, {1}]", "({0}, *[{1}])", "{{'k': {0}, 'm': {1}}}",
        "[f(i) for i in [{0}, {1}] if {2}]", "{{i: {0} for i in c}}", "sum(({0} for _ in c), {1})", "[(i, j) for i in [{0}] for j in [i, {1}] if i is j]",
        "(lambda x, y={0}: (x, {1}, y))({2})", "(a := {0})", "f'{{{0}}} {{({1})!r:>5}}'", "({0} < {1} <= {2})", "str({0})", "len({0})", "(lambda: {0})()",
        "max([{0}, {1}], key=lambda z: str(z))", "list(gen({0}))", "t.prop", "t.items[{0}]", "sorted(locals())[:3]", "sorted(vars(), key=str)[-1]", "dir()[0]",
        "eval({0!r})", "(lambda *p, **q: (p, q))({0}, k={1})", "next(gen({0}))", "[*map(f, [{0}])]", "isinstance({0}, int)", "'{{}}'.format({0})", "len({{{0}, {1}}})", "repr({0})", "print({0}, {1})", "print(f({0}))",
    ]  # fmt: skip
    filled = st.tuples(st.sampled_from(patterns), e, e, e).map(lambda made: made[0].format(*made[1:]))
    binary = st.tuples(e, operators, e).map(lambda made: f"({made[0]} {made[1]} {made[2]})")
    return st.one_of(filled, binary)


EXPRESSIONS = st.recursive(ATOMS, _expressions, max_leaves=6)


def indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def _statements(block: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    e, inner, name = EXPRESSIONS, block.map(indented), STORED
    patterns = [
        "if {e}:\n{b}\nelse:\n{c}", "for {n} in [{e}, {u}]:\n{b}\nelse:\n{c}", "for {n}, x in [({e}, {u})]:\n{b}\n    if {e}: continue\n    break",
        "try:\n{b}\nexcept Note as {n}:\n    print('note', {n})\n{c}", "try:\n{b}\nexcept (TypeError, KeyError):\n    traceback.print_exc()\nfinally:\n{c}", "try:\n{b}\nfinally:\n    print('finally')",
        "with t, Thing({e}) as {n}:\n{b}", "def fun(p={e}, *q, **r):\n    'Doc.'\n{b}\n    return {u}\n{n} = fun({e})", "def fun():\n    global {n}\n    {n} = {e}\n{b}\nfun()", "def fun():\n    z = {e}\n    def inner():\n        nonlocal z\n        z = {u}\n        return z\n    return inner(), z\nprint(fun())",
        "class K(Thing):\n    at = {e}\n    def own(self, p={u}):\n        return super().meth({e}), __class__.__name__, p\nprint(K(1).own())", "def fun():\n{b}\n    yield {e}\n    x = yield {u}\n    return x\n{n} = list(fun())",
        "while {e}:\n{b}\n    break", "async def co(x):\n{b}\n    return f(x)\nasync def fun():\n    return [await co({e}), (await co({u}))]\nimport asyncio\n{n} = asyncio.run(fun())", "def rec(n):\n    return f(n) if n < 1 else (rec(n - 1), {e})\nprint(rec(2))",
        "@(lambda fn: fn)\ndef fun(*args):\n{b}\nfun({e})", "def fun(k):\n    print(sorted(locals()))\n    h = {e}\n    return sorted(vars()), [sorted(locals()) for _ in 'x'][0][-1:]\nprint(fun({u}))", "exec({s!r})",
    ]  # fmt: skip
    made = st.fixed_dictionaries({"e": e, "u": e, "n": name, "b": inner, "c": inner, "s": block})
    return st.tuples(st.sampled_from(patterns), made).map(lambda pair: pair[0].format(**pair[1]))


_SIMPLE = [
    "print({e})", "{n} = {e}", "{n} += {e}", "{n}, x = {e}, {u}", "({n}, *x) = {e}", "c[{e}] = {u}", "d[{e}] = {n} = {u}", "t.v = {e}", "t.v += {e}", "c[0] += {e}", "d['k'], t.items[0] = {e}, {u}", "{e}", "assert {e}, {u}",
    "del {n}", "raise Note({e})", "{n}: int = {e}", "t.me().items[{e}] = {u}", "pass", "x = y = {e}", "del c[{e}]", "raise {e}", "d |= {e}", "t[{e}] = {u}", "import os.path as {n}", "from math import *", "print(\n    {e},\n    f({u}),\n)",
]  # fmt: skip
SIMPLE = st.tuples(st.sampled_from(_SIMPLE), EXPRESSIONS, EXPRESSIONS, STORED).map(
    lambda made: made[0].format(e=made[1], u=made[2], n=made[3])
)
BLOCKS = st.recursive(
    st.lists(SIMPLE, min_size=1, max_size=3).map("\n".join),
    lambda inner: st.lists(st.one_of(_statements(inner), SIMPLE), min_size=1, max_size=3).map("\n".join),
    max_leaves=4,
)
PROGRAMS = st.lists(BLOCKS, min_size=1, max_size=3).map("\n".join)
"""The body of a program, to follow PRELUDE."""
