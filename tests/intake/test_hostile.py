"""Whatever is pasted: nothing raises, and time grows with length only."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradhelp.intake.describe import describe
from gradhelp.intake.fragment import clean_fragment, looks_like_path, looks_like_script, looks_like_traceback
from gradhelp.intake.traceback import read_paste

MEGABYTE = 1_000_000
SECONDS_PER_MEGABYTE = 2.0

REPEATED = [
    "\n",
    " \n",
    'File "',
    'File "\n',
    '  File "a", line 1, in f\n',
    '  File "a", line 1',
    "> \n",
    "> > > > > > >\n",
    "│",
    "│ │\n",
    "│ a:1 in f │\n",
    "╭─ Traceback (most recent call last) ─╮\n",
    "╭───\n│ a:1 in f │\n",
    "\x1b[31m",
    "\x1b[",
    "\x1b]",
    "[0;",
    "[",
    "[a](vscode",
    "a.",
    ":",
    ":1",
    "E x\n",
    "E   RuntimeError: x\n",
    "a.py:1: \n",
    "a.py:1: in f\n",
    "___ a ___\n",
    "_ ",
    "Traceback (most recent call last)\n",
    "Traceback (most recent call last)",
    "RuntimeError: a\n",
    "RuntimeError: ",
    "element 0 of ",
    "expected parameter a ",
    "derivative for ",
    "(",
    "[{(",
    "In [1]: x = 1\n",
    "Cell In[1], line 1\n",
    "----> 1 a\n",
    "a.py in f()\n----> 1 a\n",
    "a = 1\n",
    "x = f(\n",
    "```\n",
    "```\na=1\n",
    "(a pid=1) x\n",
    "  + Exception Group Traceback (most recent call last):\n",
    "  | ",
    "+-+-",
    "+-+---- 1 ----\n",
    "During handling of the above exception, another exception occurred:\n",
    '"',
    "&lt;",
    "<span ",
    "\t",
    "\0",
    "\ud800",
    "错误",
    "错误\n",
    ">>> a\n",
    "-",
    "#\n",
    "if :#:#:#:#",
    "a[b]=",
    "a, ",
    "a(",
    "lambda:",
    "not ",
    "a/",
    "“",
    "\r",
    "A(B)",
    "Aa.Bb",
    "x" * 79 + "\n",
    ' File "' + "x" * 72 + "\n",
    "    │ └ x\n",
    "  RuntimeError\n",
    "> a\n",
    "-" * 75 + "\n",
]
SINGLE = {
    "one long line": "a" * MEGABYTE,
    "one long escape": "\x1b[" + "0" * MEGABYTE,
    "many prefixes": "".join(f"{n}x{n * 7}y Traceback (most recent call last):\n" for n in range(20_000)),
    "many processes": "".join(f"(a pid={n}) x\n" for n in range(70_000)),
    "many ranks": "".join(f"[rank{n}]: Traceback (most recent call last)\n" for n in range(20_000)),
    "deep unary": "-" * 100_000 + "1",
    "deep nesting": "(" * 50_000 + ")" * 50_000,
    "frame and variables": '  File "a", line 1\n' + "    │ └ x\n" * 90_000,
    "group bars": "  + Exception Group Traceback (most recent call last):\n" + "  | " * 250_000,
}


def seconds(function, text: str) -> float:
    began = time.process_time()
    function(text)
    return time.process_time() - began


@pytest.mark.parametrize("piece", REPEATED, ids=lambda piece: ascii(piece)[:30])
def test_a_megabyte_of_anything_is_read_in_time(piece):
    text = piece * (MEGABYTE // len(piece))
    assert seconds(read_paste, text) < SECONDS_PER_MEGABYTE


@pytest.mark.parametrize("name", SINGLE)
def test_big_oddities_are_read_in_time(name):
    assert seconds(read_paste, SINGLE[name]) < SECONDS_PER_MEGABYTE


@pytest.mark.parametrize(
    "piece", ["\n", "a = 1\n", ">>> a\n", "(", "```\n", "if :#:#", "E x\n", '  File "a", line 1\n']
)
def test_judging_a_megabyte_is_quick(piece):
    text = piece * (MEGABYTE // len(piece))
    for function in (clean_fragment, looks_like_script, looks_like_traceback, looks_like_path):
        assert seconds(function, text) < SECONDS_PER_MEGABYTE, function.__name__


PIECES = st.sampled_from(
    [
        "Traceback (most recent call last):",
        '  File "a.py", line 3, in f',
        '  File "',
        "    x = 1",
        "    ^^^^",
        "RuntimeError: x",
        "----> 3 x",
        "Cell In[3], line 4",
        "<ipython-input-1-a> in f()",
        "File ~/a.py:3, in f(x)",
        "╭── Traceback (most recent call last) ──╮",
        "│ a.py:3 in f │",
        "│ ❱ 3 │ x │",
        "╰────╯",
        "E   RuntimeError: x",
        "a.py:3: RuntimeError",
        ">       x",
        "_ _ _ _ _ _ _ _ _ _ _ _",
        "(A pid=1) ",
        "[rank0]: ",
        "> ",
        "  | ",
        "+-+---- 1 ----",
        "  + Exception Group Traceback (most recent call last):",
        "During handling of the above exception, another exception occurred:",
        "```",
        "import torch",
        "In [3]:",
        "\n",
        "\n\n",
        "\x1b[31m",
        " ",
        "element 0 of tensors does not require grad",
        "Traceback of forward call that caused the error:",
        "报错：",
        "“",
        "99999999999999999999",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES | st.text(max_size=12), max_size=30).map("".join))
def test_nothing_raises(text):
    paste = read_paste(text)
    assert paste.frames_all >= len(paste.frames)
    assert describe(paste, "zh")
    for function in (clean_fragment, looks_like_script, looks_like_traceback, looks_like_path):
        function(text)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(data):
    read_paste(data.decode("latin-1"))
    read_paste(data.decode("utf-8", "surrogateescape"))
