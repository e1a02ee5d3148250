"""The command as users meet it: another process, its streams caught, nothing on its standard input."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradhelp.model.diagnosis import Diagnosis, Finding

REPOSITORY = Path(__file__).parents[2]
NEUTRAL = {"LC_ALL": "C.UTF-8", "LANGUAGE": "", "NO_COLOR": "1", "COLUMNS": "100"}


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it left on its streams."""

    code: int
    out: str
    err: str

    @property
    def diagnosis(self) -> Diagnosis:
        return Diagnosis.model_validate(json.loads(self.out))

    @property
    def blamed(self) -> list[Finding]:
        """What has to change: everything but notes."""
        return [finding for finding in self.diagnosis.findings if finding.severity != "note"]


def gradhelp(*arguments: str | Path, cwd: Path = REPOSITORY, timeout: float = 240.0) -> Ended:
    environment: dict[str, Any] = {**os.environ, **NEUTRAL}
    done = subprocess.run(
        [sys.executable, "-m", "gradhelp", *map(str, arguments)],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
