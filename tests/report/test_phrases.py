"""Both languages say the same things, and everything that can be said is said somewhere."""

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import gradhelp
from gradhelp.errors import GradhelpError
from gradhelp.paths import knowledge
from gradhelp.report.phrases import phrases, require_same

PACKAGE = Path(gradhelp.__file__).parent
FILES = {"report": "report/*.py", "cli": "cli/*.py", "probe": "report/probe.py", "counting": "report/counting.py"}
"""Where the sentences of each file are said. One that has a module of its own is not said elsewhere."""


def _patterns(folder: str) -> set[str]:
    """The first argument of every `say(…)`; of an f-string what stands outside its braces, an asterisk for each of them."""
    found = set()
    own = {pattern for pattern in FILES.values() if "*" not in pattern and pattern != folder}
    for path in PACKAGE.glob(folder):
        if path.relative_to(PACKAGE).as_posix() in own:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("say") and node.args:
                found |= _keys(node.args[0])
    return found


def _keys(argument: ast.expr) -> set[str]:
    if isinstance(argument, ast.IfExp):
        return _keys(argument.body) | _keys(argument.orelse)
    if isinstance(argument, ast.JoinedStr):
        parts = (str(part.value) if isinstance(part, ast.Constant) else "*" for part in argument.values)
        return {"".join(parts)}
    return {argument.value} if isinstance(argument, ast.Constant) else set()


def _is_said(key: str, patterns: set[str]) -> bool:
    return any(fnmatchcase(key, each) for each in patterns)


@pytest.mark.parametrize("name", FILES)
def test_languages_agree(name):
    assert phrases(name, "en").keys() == phrases(name, "zh").keys()


@pytest.mark.parametrize(("name", "folder"), FILES.items())
def test_every_sentence_is_used(name, folder):
    templates = "".join(path.read_text(encoding="utf-8") for path in (knowledge() / "templates").glob("*.j2"))
    patterns = _patterns(folder) | {f"{prefix}*" for prefix in re.findall(r'"([a-z]+_)" ~', templates)}
    written = templates + "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob(folder))
    unused = [key for key in phrases(name, "en").keys() if not _is_said(key, patterns) and f'"{key}"' not in written]  # noqa: SIM118 - keys() of our own
    assert unused == []


@pytest.mark.parametrize(("name", "folder"), FILES.items())
def test_every_sentence_that_is_used_exists(name, folder):
    known = phrases(name, "en").keys()
    missing = [each for each in _patterns(folder) if not any(fnmatchcase(key, each) for key in known)]
    assert missing == []


def test_a_sentence_in_one_language_is_refused():
    with pytest.raises(GradhelpError, match="one language only: b"):
        require_same("x", {"a": "1", "b": "2"}, {"a": "1"})


def test_other_placeholders_are_refused():
    with pytest.raises(GradhelpError, match="placeholders"):
        require_same("x", {"a": "{n} steps"}, {"a": "{m} 步"})
