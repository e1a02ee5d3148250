"""The same traceback, quoted, indented, prefixed, coloured or embedded in prose, says the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gradhelp.intake.traceback import read_paste

PASTES = Path(__file__).parent / "pastes"
SHOWN = [
    "cpython-3.11",
    "cpython-3.13",
    "ipython-7",
    "ipython-9",
    "rich-100",
    "loguru",
    "exception-group",
    "chain-during-handling",
    "anomaly-inplace",
    "dataloader-original-traceback",
    "ray-task-error",
    "screen-wrapped-100",
    "tail-cut-off-in-message",
]
INDENTABLE = [*SHOWN, "pytest-long", "pytest-short", "mail-wrapped-at-72"]


def before_each_line(prefix: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.split("\n"))


DISGUISES = {
    "quoted": before_each_line("> "),
    "quoted twice": before_each_line("> > "),
    "indented": before_each_line("    "),
    "tabbed": before_each_line("\t"),
    "of a rank": before_each_line("[rank0]: "),
    "of a worker": before_each_line("(Learner pid=77) "),
    "with Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "coloured": lambda text: "".join(f"\x1b[31m{line}\x1b[0m\n" for line in text.split("\n")),
    "fenced": lambda text: f"```\n{text.rstrip()}\n```\n",
    "between Chinese": lambda text: f"求助：运行后报错\n{text.rstrip()}\n请问怎么解决？谢谢\n",
    "between English": lambda text: f"Hello, I get this:\n\n{text.rstrip()}\n\nWhat should I do?\n",
    "between prompts": lambda text: f"(rl) lin@pc:~/x$ python a.py\n{text.rstrip()}\n(rl) lin@pc:~/x$ \n",
    "with a byte order mark": lambda text: "\ufeff" + text,
    "with hard blanks": lambda text: text.replace("    ", "\xa0" * 4),
}
PREFIXES = {
    "timed": "2026-01-02 10:11:12,123 ERROR x.py:3 -- ",
    "of a container": "trainer-1  | ",
}


def reading(text: str) -> tuple[object, ...]:
    error = read_paste(text).error
    assert error is not None
    return error.type, error.family, error.file, error.line, error.frames, error.message


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("name", INDENTABLE)
def test_disguised_traceback_is_read_alike(name, disguise):
    text = (PASTES / f"{name}.txt").read_text(encoding="utf-8")
    assert reading(DISGUISES[disguise](text)) == reading(text)


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("name", SHOWN)
def test_prefixed_traceback_is_read_alike(name, prefix):
    text = (PASTES / f"{name}.txt").read_text(encoding="utf-8")
    assert reading(before_each_line(PREFIXES[prefix])(text)) == reading(text)
