"""What importing a part loads, and what not: static contracts miss deferred imports, a fresh interpreter sees them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fresh import PACKAGE, REPOSITORY, loaded_after, modules_below

SCIENTIFIC = {"torch", "numpy", "gymnasium", "mujoco"}
TERMINAL = {"textual", "rich"}
CORE = [
    "blame", "catalog", "chain", "chat", "checks", "diagnose", "engine", "errors", "facts", "intake", "model", "paths", "retrieval",
    "sandbox", "verdict",
]  # fmt: skip


def test_a_forbidden_import_would_be_seen() -> None:
    assert loaded_after("def later():\n    import rich.text\nlater()") >= {"rich"}


@pytest.mark.parametrize("part", CORE)
def test_the_core_loads_no_terminal_and_no_torch(part: str) -> None:
    names = modules_below(PACKAGE / part)
    assert names
    loaded = loaded_after("\n".join(f"import {name}" for name in names))
    assert "gradhelp" in loaded
    assert not loaded & (TERMINAL | SCIENTIFIC)


@pytest.mark.parametrize("front_end", ["cli", "tui", "report"])
def test_front_ends_load_no_torch(front_end: str) -> None:
    names = modules_below(PACKAGE / front_end)
    assert not loaded_after("\n".join(f"import {name}" for name in names)) & SCIENTIFIC


def test_the_command_starts_light() -> None:
    """`gradhelp --help` and a wrong option answer at once."""
    loaded = loaded_after("import gradhelp.cli.main")
    assert not loaded & (TERMINAL | SCIENTIFIC | {"pydantic", "jinja2", "markdown_it", "importlib_metadata"})


def test_the_bridges_load_nothing_until_one_is_named() -> None:
    assert not loaded_after("import gradhelp.bridges") & (SCIENTIFIC | TERMINAL)
    bridge = loaded_after("import gradhelp.bridges.mujoco")
    assert bridge >= SCIENTIFIC
    assert not bridge & (TERMINAL | {"pydantic", "jinja2"})
    others = loaded_after("import gradhelp.bridges.evolution, gradhelp.bridges.score_function")
    assert not others & (TERMINAL | {"pydantic", "gymnasium", "mujoco"})


def test_a_diagnosis_without_a_run_needs_no_torch() -> None:
    statements = (
        "from gradhelp.diagnose import Request, diagnose\n"
        "text = 'RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn'\n"
        "assert diagnose(Request(traceback=text)).diagnosis.error.family == 'no-grad-fn'"
    )
    assert not loaded_after(statements) & (SCIENTIFIC | TERMINAL)


def test_the_users_program_sees_nothing_of_ours(tmp_path: Path) -> None:
    """In the traced process only the tracer is there: no gradhelp, nothing that gradhelp depends on, and no torch."""
    script = tmp_path / "alone.py"
    script.write_text("import sys\nprint(' '.join(sorted(sys.modules)))\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "gradhelp", "run", str(script)],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    seen = {name.partition(".")[0] for name in done.stdout.split()}
    assert "gradhelp@tracer" in seen
    foreign = seen - sys.stdlib_module_names - {"gradhelp@tracer", "__main__"}
    plain = subprocess.run([sys.executable, script], capture_output=True, encoding="utf-8", check=True).stdout
    assert foreign <= {name.partition(".")[0] for name in plain.split()}


def test_the_folder_it_is_called_in_is_no_library(tmp_path: Path) -> None:
    for name in ("argparse", "difflib", "tomllib", "pydantic"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('run unasked')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "gradhelp", "rules"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
