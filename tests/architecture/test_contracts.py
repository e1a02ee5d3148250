"""The import contracts of pyproject.toml hold, and those who are outside them by design stay few."""

import ast
import subprocess
import sys
import tomllib

import pytest
from fresh import PACKAGE, REPOSITORY

LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
TRACER = sorted((PACKAGE / "tracer").glob("*.py"))
ALLOWED = sys.stdlib_module_names | {"torch"}


def test_the_contracts_are_kept() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LINT], cwd=REPOSITORY, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    assert " 0 broken." in done.stdout


def test_every_part_of_the_package_is_in_a_layer() -> None:
    """import-linter's `exhaustive` says the same; this says it of the folder, should somebody relax that."""
    configuration = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contract = configuration["tool"]["importlinter"]["contracts"][0]
    layered = {part.strip() for layer in contract["layers"] for part in layer.split("|")}
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__"} == layered | set(contract["exhaustive_ignores"])


@pytest.mark.parametrize("file", TRACER, ids=lambda file: file.stem)
def test_the_tracer_imports_the_standard_library_and_its_own(file: object) -> None:
    tree = ast.parse(file.read_text("utf-8"))  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= ALLOWED, node.lineno
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert (node.module or "").partition(".")[0] in ALLOWED, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1, f"line {node.lineno} reaches out of the tracer's folder"
