"""The tracer in a fresh interpreter: what it imports, what it leaves in sight, and which Pythons can read it."""

import ast
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from both import LAUNCHER, interpreters, run_plain, run_traced, version_of

from gradhelp.tracer.run_script import exit_status

TRACER = LAUNCHER.parent
FILES = sorted(TRACER.glob("*.py"))
SHOWS = """
import sys
names = [name for name in sys.modules if name.partition(".")[0] != "gradhelp@tracer"]
print("\\n".join(names))
"""


@pytest.mark.parametrize("python", interpreters(), ids=lambda python: "{}.{}".format(*version_of(python)))
def test_nothing_is_imported_that_the_program_did_not_ask_for(tmp_path: Path, python: str) -> None:
    (tmp_path / "shows.py").write_text(SHOWS)
    plain = set(run_plain(["shows.py"], tmp_path, python).stdout.split())
    traced = set(run_traced(["shows.py"], tmp_path, python).outcome.stdout.split())
    added = {name.partition(".")[0] for name in traced - plain}
    compiled_parts = {name for name in added if name.startswith("_")} | set(sys.builtin_module_names)
    # Parts of the standard library that are written in C cannot be loaded twice; they stay.
    assert added - compiled_parts <= {"fcntl", "math", "threading"}
    assert not added & {"gradhelp", "torch", "numpy", "pydantic"}
    assert plain <= traced


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_python_3_9_can_read_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 9))
    assert "from __future__ import annotations" in text or file.stem == "__init__"
    newer = [node for node in ast.walk(tree) if type(node).__name__ in ("Match", "TryStar", "TypeAlias")]
    assert not newer


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_the_standard_library_and_its_own_parts_are_imported(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    at_once = _imported(node for node in tree.body)
    later = _imported(ast.walk(tree)) - at_once
    assert at_once <= sys.stdlib_module_names
    assert later <= sys.stdlib_module_names | {"torch"}


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").partition(".")[0])
    return names


def test_a_file_named_like_a_module_that_the_tracer_uses_is_the_programs_own(tmp_path: Path) -> None:
    names = [
        "json",
        "token",
        "tokenize",
        "platform",
        "ast",
        "weakref",
        "types",
        "collections",
        "wire",
        "ledger",
        "session",
    ]
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"mine = {name!r}\n")
    (tmp_path / "script.py").write_text(
        "\n".join(f"import {name}; print({name}.mine)" for name in names) + "\nprint([abs(x) for x in (1, 2)])\n"
    )
    plain = run_plain(["script.py"], tmp_path)
    traced = run_traced(["script.py"], tmp_path)
    assert traced.outcome == plain
    assert plain.returncode == 0
    assert len(traced.of_kind("file")) == len(names) + 1


def test_a_module_of_python_is_not_shadowed_by_a_file_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "time.py").write_text("print('shadow')\n")
    (tmp_path / "script.py").write_text("import time; print(time.time.__name__)\n")
    assert run_traced(["script.py"], tmp_path).outcome == run_plain(["script.py"], tmp_path)


def test_libraries_inside_of_the_project_are_left_alone(tmp_path: Path) -> None:
    for folder in ("site-packages", "myenv/lib", "env"):
        place = tmp_path / folder
        place.mkdir(parents=True)
        (place / "part.py").write_text("print(abs(-1))\n")
    (tmp_path / "myenv" / "pyvenv.cfg").touch()
    (tmp_path / "script.py").write_text(
        "import sys, importlib\n"
        "for folder in ('site-packages', 'myenv/lib', 'env'):\n"
        "    sys.path.insert(0, folder); sys.modules.pop('part', None); importlib.import_module('part')\n"
    )
    files = [event["path"] for event in run_traced(["script.py"], tmp_path).of_kind("file")]
    assert files == ["script.py", "env/part.py"]


def test_a_recording_survives_a_program_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import os, signal\nprint(abs(1), flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    traced = run_traced(["script.py"], tmp_path)
    assert traced.outcome.returncode == -9
    assert [event["event"] for event in traced.events] == ["start", "file"]


@pytest.mark.parametrize("words", [["app"], ["-m", "app"], ["-m", "app.part", "x"], ["app.zip", "y"], ["-m", "nix"], ["nix.py"],
                                   ["empty"], ["-m", "empty"], ["./app/../link.py"]], ids=" ".join)  # fmt: skip
def test_all_ways_to_start_a_program(tmp_path: Path, words: list[str]) -> None:
    shows = (
        "import sys\nprint(__name__, __file__, __package__, __spec__ and __spec__.name, sys.argv, sys.path[0])\n"
        "print(sorted(globals()), __loader__.__class__.__name__)\nfrom math import pi\n"
        "try:\n    from . import helper\n    print(helper.__name__)\nexcept ImportError as error:\n    print(error)\n"
        "def fails(): return abs(1) / 0\nfails()\n"
    )
    app = tmp_path / "app"
    app.mkdir()
    (tmp_path / "empty").mkdir()
    for name in ("__init__", "helper"):
        (app / f"{name}.py").write_text(f"print('loading', __name__, {name!r})\n")
    for name in ("__main__", "part"):
        (app / f"{name}.py").write_text(shows)
    (tmp_path / "link.py").symlink_to(app / "part.py")
    _zipped(app, tmp_path / "app.zip")
    assert run_traced(words, tmp_path).outcome == run_plain(words, tmp_path)


def _zipped(folder: Path, file: Path) -> None:
    import zipfile

    with zipfile.ZipFile(file, "w") as archive:
        for path in folder.glob("*.py"):
            archive.write(path, path.name)


def test_the_status_of_an_exit_that_will_not_tell_it() -> None:
    class Silent(SystemExit):
        @property
        def code(self):
            raise ValueError

    assert exit_status(Silent(3)) == 1
    assert [exit_status(SystemExit(each)) for each in (None, 3, 256 + 7, "text")] == [0, 3, 7, 1]
