"""Programs that use torch: traced and plain they do and show the same, and the tracer's memory stays flat."""

from pathlib import Path

import pytest
from both import run_plain, run_traced

PROGRAMS = Path(__file__).parent / "torch_programs"


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_a_traced_program_is_the_same_program(program: Path) -> None:
    plain = run_plain([program.name], PROGRAMS)
    traced = run_traced([program.name], PROGRAMS)
    assert traced.outcome == plain
    assert all(event["rewritten"] for event in traced.of_kind("file"))
