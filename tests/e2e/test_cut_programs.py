"""Programs in the styles that people write, each with one cut among many deliberate ones, and their repaired twins.

`# expect: <rule>` ends the line that the first finding has to point at, `# also: <rule>` a line that has to be named as
well. A file that begins with `# healthy` has neither error nor warning. A folder is a project; its `main.py` is run.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from warm import diagnosed

from gradhelp.model.diagnosis import Diagnosis

FOLDER = Path(__file__).parents[1] / "programs" / "cut"
MARKER = re.compile(r"# (?P<kind>expect|also): (?P<rule>[\w-]+)")
CUT_RULES = 13

Place = tuple[str, str, int]
"""Rule, file and line."""

pytestmark = pytest.mark.timeout(180)


@dataclass(frozen=True)
class Program:
    """One program: what to run, and what is marked in its files."""

    name: str
    script: Path
    first: list[Place]
    also: list[Place]


def read(path: Path) -> Program:
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    found: dict[str, list[Place]] = {"expect": [], "also": []}
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for kind, rule in MARKER.findall(line):
                found[kind].append((rule, file.name, number))
    return Program(path.stem, path / "main.py" if path.is_dir() else path, found["expect"], found["also"])


PROGRAMS = [read(path) for path in sorted(FOLDER.iterdir()) if path.is_dir() or path.suffix == ".py"]
FAULTY = [pytest.param(program, id=program.name) for program in PROGRAMS if program.first]
HEALTHY = [pytest.param(program, id=program.name) for program in PROGRAMS if not program.first]


def places(diagnosis: Diagnosis) -> list[Place]:
    return [(finding.rule, Path(finding.file).name, finding.line) for finding in diagnosis.findings]


@pytest.mark.parametrize("program", FAULTY)
def test_the_cut_is_named_first_and_at_its_line(program: Program) -> None:
    named = places(diagnosed(program.script))
    assert named[:1] == program.first
    assert set(program.also) <= set(named)


@pytest.mark.parametrize("program", HEALTHY)
def test_a_program_that_trains_is_healthy(program: Program) -> None:
    diagnosis = diagnosed(program.script)
    assert [f for f in diagnosis.findings if f.severity != "note"] == []
    assert diagnosis.status == "healthy"


def test_programs_without_marks_say_that_they_are_healthy() -> None:
    unmarked = [param.values[0].script for param in HEALTHY]
    assert unmarked
    assert all(script.read_text(encoding="utf-8").startswith("# healthy\n") for script in unmarked)


def test_every_rule_is_met_in_at_least_three_programs() -> None:
    rules = [rule for param in FAULTY for rule, _, _ in param.values[0].first]
    counts = {rule: rules.count(rule) for rule in rules}
    assert len(counts) == CUT_RULES
    assert min(counts.values()) >= 3, counts
