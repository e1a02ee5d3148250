"""The choice of the interpreter, and what is said where none will do."""

import dataclasses
import os
import sys
from pathlib import Path

import pytest

from gradhelp.errors import AnalysisError, UsageError
from gradhelp.sandbox.interpreter import Candidate, find_interpreter, probe, python_in
from gradhelp.sandbox.plan import RunPlan

ANSWER = '{{"executable": "{path}", "version": {version}, "torch": {torch}, "found": {found}}}'


def fake_python(place: Path, version="[3, 10, 4]", torch='"2.1.0"', found="true", before=":") -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    answer = ANSWER.format(path=place, version=version, torch=torch, found=found)
    place.write_text(f"#!/bin/sh\n{before}\necho '{answer}'\n")
    place.chmod(0o755)
    return place


@pytest.fixture
def plan(folder):
    return RunPlan(script=folder.use("hangs"), cwd=folder.home)


def test_the_projects_own_environment_comes_first(folder, plan):
    (folder.project / "pyproject.toml").touch()
    script = folder.project / "scripts" / "deep" / "go.py"
    script.parent.mkdir(parents=True)
    script.touch()
    own = fake_python(folder.project / ".venv/bin/python")
    active = fake_python(folder.home / "active/bin/python")
    found = find_interpreter(dataclasses.replace(plan, script=script), {"VIRTUAL_ENV": str(folder.home / "active")})
    assert (found.path, found.source, found.version, found.torch) == (own, "project .venv", "3.10.4", "2.1.0")
    assert active != own


def test_an_environment_above_the_project_is_not_the_projects(folder, plan):
    (folder.project / ".git").mkdir()
    fake_python(folder.home / "user/.venv/bin/python")
    assert find_interpreter(plan, {}).source == "gradhelp's own"


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_the_active_environment_is_next(folder, plan, variable):
    active = fake_python(folder.home / "active/bin/python3")
    found = find_interpreter(plan, {variable: str(folder.home / "active")})
    assert (found.path, found.source) == (active, variable)


def test_one_without_torch_is_passed_over_unless_it_was_asked_for(folder, plan):
    bare = fake_python(folder.project / "venv/bin/python", torch="null", found="false")
    assert find_interpreter(plan, {}).source == "gradhelp's own"
    with pytest.raises(AnalysisError, match=r"PyTorch is not installed .*--python PATH"):
        find_interpreter(dataclasses.replace(plan, python=bare), {})
    with pytest.raises(AnalysisError, match="没有安装 PyTorch"):
        find_interpreter(dataclasses.replace(plan, python=bare, language="zh"), {})


def test_the_first_refusal_is_told_where_none_has_torch(folder, plan, monkeypatch):
    own = fake_python(folder.project / ".venv/bin/python", torch="null", found="false")
    monkeypatch.setattr(sys, "executable", str(fake_python(folder.home / "other", found="false")))
    with pytest.raises(AnalysisError, match=str(own)):
        find_interpreter(plan, {})


def test_the_own_interpreter_is_asked_without_importing_torch(plan):
    found = find_interpreter(dataclasses.replace(plan, python=Path(sys.executable)), {})
    assert found.version == ".".join(map(str, sys.version_info[:3]))
    assert found.torch[0].isdigit()


def test_python_may_be_a_folder_or_a_command(folder, plan, monkeypatch):
    place = fake_python(folder.home / "envs/bin/python")
    assert find_interpreter(dataclasses.replace(plan, python=Path("envs")), {}).path == place
    monkeypatch.setenv("PATH", str(place.parent), prepend=os.pathsep)
    (place.parent / "my-python").symlink_to(place)
    assert find_interpreter(dataclasses.replace(plan, python=Path("my-python")), {}).path == place


def test_the_layout_of_windows(tmp_path):
    python = tmp_path / "Scripts" / "python.exe"
    python.parent.mkdir()
    python.touch()
    assert python_in(tmp_path) == python
    assert python_in(tmp_path / "Scripts") == python
    assert python_in(tmp_path / "none") is None


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"version": "[3, 8, 1]"}, r"Python 3\.8\.1; .* 3\.9 or newer"),
        ({"before": "exit 3"}, "no answer"),
        ({"before": "echo 'command not found: x' >&2; exit 1"}, "command not found: x"),
        ({"before": "echo '[1]'; exit"}, "does not answer"),
        ({"before": "exec sleep 60"}, "0.5 seconds"),
    ],
)
def test_what_is_no_usable_python_is_refused(folder, fault, sentence):
    python = fake_python(folder.home / "python", **fault)
    with pytest.raises(AnalysisError, match=sentence):
        probe(Candidate(python, "--python"), seconds=0.5 if "sleep" in str(fault) else 20)
    folder.assert_clean()


def test_what_cannot_be_started_is_refused(folder, plan):
    python = fake_python(folder.home / "python")
    python.chmod(0o644)
    with pytest.raises(AnalysisError, match="not executable"):
        probe(Candidate(python, "--python"))
    python.write_bytes(b"\x7fELF rubbish")
    python.chmod(0o755)
    with pytest.raises(AnalysisError, match="does not answer as a Python"):
        probe(Candidate(python, "--python"))
    with pytest.raises(UsageError, match=r"No Python was found at 'no-such-python'"):
        find_interpreter(dataclasses.replace(plan, python=Path("no-such-python")), {})
    with pytest.raises(UsageError, match="No Python"):
        find_interpreter(dataclasses.replace(plan, python=folder.outside), {})


def test_a_torch_of_the_projects_is_not_taken_for_the_library(folder, plan, monkeypatch):
    (folder.project / "torch.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(folder.project)
    assert find_interpreter(dataclasses.replace(plan, python=Path(sys.executable)), {}).torch[0].isdigit()
