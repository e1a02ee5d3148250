"""A diff, put back over the texts it was made from."""

import random

import pytest

from gradhelp.errors import UsageError
from gradhelp.experiments.patching import patched
from gradhelp.experiments.search import unified

LINES = (
    "a\n",
    "b\n",
    "--- a/train.py\n",
    "+++ b/train.py\n",
    "@@ -1 +1 @@\n",
    "\n",
    "\\ No newline\n",
    "\f# x\n",
    "梯度\u2028y\r\n",
)


@pytest.mark.parametrize("seed", range(200))
def test_what_was_shown_is_what_is_written(seed):
    draw = random.Random(seed)
    old = {name: _text(draw) for name in ("train.py", "net/ä.py")}
    new = {name: _changed(draw, text) for name, text in old.items()}
    assert patched(old, unified(old, new), "en") == {name: new[name] for name in new if new[name] != old[name]}


def _text(draw: random.Random) -> str:
    text = "".join(draw.choices(LINES, k=draw.randrange(12)))
    return text if draw.random() < 0.7 else text.rstrip("\n")


def _changed(draw: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(draw.randrange(4)):
        at = draw.randrange(len(lines) + 1)
        lines[at : at + draw.randrange(3)] = draw.choices(LINES, k=draw.randrange(3))
    return "".join(lines)


DIFF = unified({"t.py": "a\nb\nc\n"}, {"t.py": "a\nB\nc\n"})


@pytest.mark.parametrize(
    ("sources", "diff"),
    [
        ({"t.py": "a\nb changed\nc\n"}, DIFF),
        ({"t.py": "a\n"}, DIFF),
        ({}, DIFF),
        ({"t.py": "a\nb\nc\n"}, DIFF[: DIFF.index("+B")]),
        ({"t.py": "a\nb\nc\n"}, "-b\n+B\n"),
        ({"t.py": "a\nb\nc\n"}, DIFF.replace("@@ -1,3", "@@ -9,3")),
    ],
)
def test_what_does_not_fit_is_refused(sources, diff):
    with pytest.raises(UsageError, match="does not fit"):
        patched(sources, diff, "en")


def test_a_context_line_may_have_lost_its_blank():
    assert patched({"t.py": "\nb\n"}, "--- a/t.py\n+++ b/t.py\n@@ -1,2 +1,2 @@\n\n-b\n+B\n", "en") == {"t.py": "\nB\n"}
