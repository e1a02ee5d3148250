"""Programs that hand their training to a library run traced as they run plain, and are healthy.

Skipped where the library is not installed: `pip install -c constraints.txt -e '.[dev,libraries]'`.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gradhelp.diagnose import Request, diagnose

PROGRAMS = Path(__file__).parents[1] / "programs" / "libraries"


@pytest.mark.parametrize(("name", "library"), [("sb3_agents.py", "stable_baselines3"), ("torchrl_ppo.py", "torchrl")])
def test_a_library_trains_as_without_the_tracer(name: str, library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    script = PROGRAMS / name
    plain = subprocess.run(
        [sys.executable, name], cwd=PROGRAMS, capture_output=True, text=True, timeout=120, check=True
    )
    result = diagnose(Request(script=script, timeout=200, python=sys.executable))
    assert result.recording is not None
    assert result.recording.process["stdout"] == plain.stdout
    assert result.diagnosis.status == "healthy"
