"""What is installed from a wheel works away from the checkout: knowledge, style sheet and tracer are in it."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from fresh import REPOSITORY

SCRIPT = """\
import torch
net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.ones(4, 2)).detach().mean()
loss.backward()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(REPOSITORY)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in a folder of its own; what it depends on comes from the environment of the tests."""
    target = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", str(target)]
    subprocess.run([*command, str(wheel)], stdin=subprocess.DEVNULL, check=True, timeout=240)
    return target


def python(installed: Path, cwd: Path, arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(installed), "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )


def tracked(folder: str) -> set[str]:
    """Files that belong to the project: what version control knows, or, in an unpacked archive, what lies there."""
    listed = subprocess.run(["git", "ls-files", folder], cwd=REPOSITORY, capture_output=True, encoding="utf-8")
    names = set(listed.stdout.split()) if listed.returncode == 0 else set()
    present = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / folder).rglob("*") if path.is_file()}
    present = {name for name in present if "__pycache__" not in name}
    return names & present or present


def test_every_file_of_the_package_and_of_the_knowledge_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert tracked("gradhelp") <= names
    assert {f"gradhelp/_{name}" for name in tracked("knowledge")} <= names
    assert not [name for name in names if name.startswith(("tests/", "examples/", "benchmarks/"))]


def test_it_carries_licence_and_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        licence = next(name for name in archive.namelist() if name.endswith("/LICENSE"))
        assert "Version 2.0, January 2004" in archive.read(licence).decode()
        points = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "gradhelp = gradhelp.cli.main:main" in archive.read(points).decode()


def test_its_knowledge_is_found_from_another_folder(installed: Path, tmp_path: Path) -> None:
    where = python(installed, tmp_path, ["-c", "from gradhelp.paths import knowledge; print(knowledge())"])
    assert Path(where.stdout.strip()) == installed / "gradhelp" / "_knowledge"
    listed = python(installed, tmp_path, ["-m", "gradhelp", "rules", "--format", "json"])
    assert listed.returncode == 0, listed.stderr
    folders = {file.parent.name for file in (REPOSITORY / "knowledge" / "rules").glob("*/*/rule.toml")}
    assert {rule["id"] for rule in json.loads(listed.stdout)} == folders


def test_it_diagnoses(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    done = python(installed, tmp_path, ["-m", "gradhelp", "diagnose", "train.py", "--format", "json"])
    assert done.returncode == 1, done.stderr
    finding = json.loads(done.stdout)["findings"][0]
    assert (finding["rule"], finding["line"]) == ("detach-call", 4)
