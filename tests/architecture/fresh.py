"""Fresh interpreters: what is loaded after an import shows there, deferred imports and all."""

import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "gradhelp"

_REPORT = "\nimport json as _json, sys as _sys\nprint(_json.dumps(sorted(_sys.modules)))"


def loaded_after(statements: str) -> set[str]:
    """Top-level names of everything that is loaded once `statements` have run."""
    done = subprocess.run(
        [sys.executable, "-c", statements + _REPORT],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def modules_below(package: Path) -> list[str]:
    """Dotted names of a package (or single module) and of all that it holds."""
    files = sorted(package.rglob("*.py")) if package.is_dir() else [package.with_suffix(".py")]
    dotted = [".".join(file.relative_to(REPOSITORY).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in dotted]
