"""A small sample of the shared cases, where they are present: the first fix is verified and keeps what the case's own
repair asserts. The whole folder is measured by `benchmarks/fixes.py`.
"""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
CASES = REPOSITORY.parent / "shared" / "cases"
SAMPLE = ["cut/cut-10-*", "bwd/bwd-13-*"]

pytestmark = [
    pytest.mark.skipif(not CASES.is_dir(), reason="the shared cases are not here"),
    pytest.mark.timeout(300),
]


def benchmark():
    """`benchmarks/fixes.py`, which is a script and no part of a package."""
    spec = importlib.util.spec_from_file_location("fixes", REPOSITORY / "benchmarks" / "fixes.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["fixes"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("pattern", SAMPLE)
def test_the_first_fix_is_verified_and_holds(pattern, tmp_path, monkeypatch):
    monkeypatch.setenv("GRADHELP_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    case = next(CASES.glob(pattern))
    told = json.loads((case / "case.json").read_text(encoding="utf-8"))
    row = benchmark().measure(case, told, True)
    assert row["first"] == told["primary"]
    assert row["verified"], row["said"]
    assert row["asserts"] == "holds", row["why"]
