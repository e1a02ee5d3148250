"""Cuts within a loss that is alive, on recordings of `tests/programs/partial`: named at their marked lines, and nowhere else.

`# expect: <rule>` ends the line that is to be blamed; a program without such a mark is healthy.
"""

import re
from pathlib import Path

import pytest

from gradhelp.diagnose import replay
from gradhelp.facts.recording import Recording
from gradhelp.model.diagnosis import Diagnosis

TESTS = Path(__file__).parents[1]
PROGRAMS = sorted((TESTS / "programs" / "partial").glob("*.py"))
MARKER = re.compile(r"# expect: (?P<rule>[\w-]+)")


def marked(program: Path) -> list[tuple[str, int]]:
    lines = enumerate(program.read_text(encoding="utf-8").splitlines(), 1)
    return [(rule, number) for number, line in lines for rule in MARKER.findall(line)]


def replayed(program: Path) -> Diagnosis:
    return replay(Recording.load(TESTS / "recordings" / f"{program.stem}.jsonl")).diagnosis


def test_programs_and_recordings_are_the_same() -> None:
    for program in PROGRAMS:
        recording = Recording.load(TESTS / "recordings" / f"{program.stem}.jsonl")
        assert recording.sources == {program.name: program.read_text(encoding="utf-8")}
    assert sum(bool(marked(program)) for program in PROGRAMS) >= 9


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_partial_cut_is_an_error_at_its_line_and_constants_are_none(program: Path) -> None:
    diagnosis = replayed(program)
    assert [(f.rule, f.line) for f in diagnosis.findings if f.severity != "note"] == marked(program)
    assert diagnosis.status == ("diagnosed" if marked(program) else "healthy")
    assert diagnosis.error is None
