"""Hundreds of real modules: rewritten they compile, keep their lines and names, and still do their work."""

import ast
import inspect
import sys
import sysconfig
import types
from collections.abc import Iterator
from pathlib import Path

import pytest
from both import run_plain, run_traced

from gradhelp.tracer.constants import compile_traced
from gradhelp.tracer.sites import STACK

LIBRARY = Path(sysconfig.get_path("stdlib"))
FOLDERS = (".", "asyncio", "collections", "concurrent/futures", "ctypes", "email", "encodings", "html", "http", "importlib", "json", "logging", "multiprocessing", "sqlite3", "unittest", "urllib", "xml/etree", "xml/dom", "wsgiref", "tkinter")  # fmt: skip
MODULES = sorted(path for folder in FOLDERS for path in LIBRARY.joinpath(folder).glob("*.py"))


def all_code(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from all_code(constant)


def lines_of(code: types.CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None}


def look(code: types.CodeType) -> tuple[object, ...]:
    """What of a code object anybody may look at."""
    names = tuple(name for name in code.co_varnames if name != STACK)
    described = code.co_consts and isinstance(code.co_consts[0], str) and not code.co_name.startswith("<")
    named = code.co_consts[0] if described else None
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return (
        code.co_qualname,
        code.co_firstlineno,
        code.co_flags,
        arguments,
        names,
        code.co_freevars,
        code.co_cellvars,
        named,
    )


@pytest.mark.skipif(sys.version_info < (3, 11), reason="looks at qualified names of code")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(4))
def test_modules_keep_their_lines_and_names(part: int) -> None:
    checked = 0
    for path in MODULES[part::4]:
        source = path.read_bytes()
        plain = list(all_code(compile(source, str(path), "exec", dont_inherit=True)))
        traced = list(all_code(compile_traced(source, str(path), path.name)[0]))
        # A function within a function is there several times: a plain body holds plain ones.
        assert list(dict.fromkeys(map(look, traced))) == list(dict.fromkeys(map(look, plain))), path
        ours, theirs = _lines_by_look(traced), _lines_by_look(plain)
        assert all(theirs[seen] <= lines for seen, lines in ours.items()), path
        assert all(map(hash, traced))
        known = _lines_with_code(source).union(*map(lines_of, plain))
        assert set().union(*map(lines_of, traced)) <= known, path
        checked += 1
    assert checked > 70


def _lines_by_look(codes: list[types.CodeType]) -> dict[object, set[int]]:
    found: dict[object, set[int]] = {}
    for code in codes:
        found.setdefault(look(code), set()).update(lines_of(code))
    return found


def _lines_with_code(source: bytes) -> set[int]:
    """Lines at which something of the user's begins: there are no others."""
    return {node.lineno for node in ast.walk(ast.parse(source)) if hasattr(node, "lineno")} | {0, 1}


COPIED = ("json", "textwrap", "dataclasses", "functools", "argparse", "difflib", "heapq", "statistics", "string", "ast", "fractions", "configparser", "csv", "shlex", "pprint", "enum", "inspect", "tokenize", "random", "contextlib", "copy", "ipaddress", "colorsys", "calendar", "graphlib", "html", "cmd", "bisect", "optparse", "plistlib", "pickletools", "zipfile", "tarfile", "unittest")  # fmt: skip
EXERCISE = """
import sys
for name in {names!r}:
    sys.modules.pop(name, None)
    __import__(name)
import argparse, ast, calendar, configparser, contextlib, copy, csv, dataclasses, difflib, enum, fractions, functools, graphlib
import heapq, inspect, io, ipaddress, json, pickletools, pickle, plistlib, pprint, random, shlex, statistics, string, textwrap, tokenize

data = {{"k": [1, 2.5, None, True, {{"n": "text \\u00e9"}}], "z": list(range(30))}}
print(json.dumps(data, indent=2, sort_keys=True) == json.dumps(json.loads(json.dumps(data)), indent=2, sort_keys=True))
print(json.JSONDecoder(object_pairs_hook=list).decode('{{"a": [1, {{"b": 2}}]}}'), json.__file__.startswith({here!r}))
print(textwrap.fill("word " * 40, 33), textwrap.dedent("  a\\n    b"), textwrap.shorten("many words here", 10))

@dataclasses.dataclass(frozen=True, order=True)
class Item:
    a: int
    b: list = dataclasses.field(default_factory=list, compare=False)

print(Item(1), dataclasses.replace(Item(1), a=3), dataclasses.asdict(Item(2)), Item(1) < Item(2), hash(Item(1)) == hash(Item(1)))
print(list(difflib.unified_diff("a b c".split(), "a x c".split(), lineterm="")), difflib.get_close_matches("appel", ["ape", "apple"]))
print(statistics.mean([1, 2, 4]), statistics.stdev([1.5, 2.5, 2.75]), fractions.Fraction("3/4") + fractions.Fraction(1, 8))
random.seed(4)
print(random.sample(range(100), 5), random.gauss(0, 1), random.choices("abc", k=4), heapq.merge([1, 4], [2, 3]).__next__())
config = configparser.ConfigParser()
config.read_string("[a]\\nx = 1\\ny = %(x)s2\\n")
print(config["a"]["y"], shlex.split("a 'b c' d"), list(csv.DictReader(io.StringIO("a,b\\n1,2"))), pprint.pformat(data, width=30))
print(ast.unparse(ast.parse("x = [i for i in y if (lambda z: z)(i)]")), inspect.signature(json.dumps), inspect.getsource(Item.__init__) if False else "")
print([t.string for t in tokenize.generate_tokens(io.StringIO("a + 1\\n").readline)], list(ipaddress.ip_network("10.0.0.0/30").hosts()))
print(calendar.TextCalendar().formatmonth(2024, 2), plistlib.loads(plistlib.dumps({{"a": [1, b"x"]}})), list(graphlib.TopologicalSorter({{"b": ["a"]}}).static_order()))

class Colour(enum.Flag):
    RED = enum.auto()
    BLUE = enum.auto()

print(Colour.RED | Colour.BLUE, ~Colour.RED, list(Colour), copy.deepcopy(data) == data)
pickletools.dis(pickle.dumps({{"a": (1, 2)}}, 2))

@functools.total_ordering
class Ordered:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
    def __lt__(self, o): return self.x < o.x

print(Ordered(1) >= Ordered(0), functools.reduce(lambda a, b: a * b, range(1, 6)), string.Formatter().format("{{0!r:>5}} {{a.real}}", "x", a=3))
with contextlib.ExitStack() as stack:
    stack.callback(print, "callback")
    stack.enter_context(contextlib.suppress(KeyError))
    {{}}["missing"]
parser = argparse.ArgumentParser(prog="p")
parser.add_subparsers(dest="cmd").add_parser("go").add_argument("-n", type=int, choices=[1, 2])
print(parser.parse_args(["go", "-n", "2"]))
parser.parse_args(["go", "-n", "5"])
"""


def test_traced_copies_of_modules_do_their_work(tmp_path: Path) -> None:
    for name in COPIED:
        place = LIBRARY / name
        for file in place.rglob("*.py") if place.is_dir() else [LIBRARY / f"{name}.py"]:
            copy = tmp_path / file.relative_to(LIBRARY)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    (tmp_path / "script.py").write_text(EXERCISE.format(names=COPIED, here=str(tmp_path)))
    plain = run_plain(["script.py"], tmp_path)
    traced = run_traced(["script.py"], tmp_path)
    assert plain.returncode == 2, plain.stderr
    assert traced.outcome == plain
    assert len(traced.of_kind("file")) > len(COPIED)


@pytest.mark.parametrize(
    "words",
    [["-m", "json.tool", "data.json"], ["-m", "doctest", "-v", "tested.py"], ["-m", "unittest", "-q", "tests_here"], ["-m", "timeit", "-n1", "-r1", "-q"],
     ["-m", "ast", "tested.py"], ["-m", "tokenize", "tested.py"], ["-m", "calendar", "2024"], ["-m", "py_compile", "tested.py"], ["-m", "pdb", "-c", "q", "tested.py"]],
    ids=" ".join,
)  # fmt: skip
def test_modules_of_python_that_run_others(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "data.json").write_text('{"a": [1, 2]}')
    (tmp_path / "tested.py").write_text('def f(x):\n    """\n    >>> f(2)\n    4\n    """\n    return x * abs(2)\n')
    (tmp_path / "tests_here.py").write_text(
        "import unittest\nfrom tested import f\n\nclass T(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(2), 5)\n"
    )
    if "timeit" in words:
        words = [*words[:-1], "-s", "import tested", "raise ValueError(tested.f(1))"]
    plain, traced = run_plain(words, tmp_path), run_traced(words, tmp_path).outcome
    assert traced.returncode == plain.returncode
    assert traced.stdout == plain.stdout
    assert _without_seconds(traced.stderr) == _without_seconds(plain.stderr)


def _without_seconds(text: str) -> list[str]:
    return [line for line in text.splitlines() if " in " not in line or "Ran" not in line]


def test_source_can_be_found() -> None:
    namespace: dict[str, object] = {"__name__": "found"}
    path = LIBRARY / "textwrap.py"
    code, _ = compile_traced(path.read_bytes(), str(path), "textwrap.py")
    exec(code, namespace)
    traced = namespace["dedent"]
    assert isinstance(traced, types.FunctionType)
    plain = __import__("textwrap").dedent
    assert inspect.getsource(traced) == inspect.getsource(plain)
    assert inspect.signature(traced) == inspect.signature(plain)
    assert traced.__doc__ == plain.__doc__
