"""Training programs that no rule was written from: each has one fault, or none.

`# expect: <rule>` ends every line that the first finding may point at. A file that begins with `# healthy` has neither
error nor warning; each faulty program has such a twin, `<name>_fixed.py`, which is run with `-m slow`.
"""

from pathlib import Path

import pytest
from marks import blamed, marked
from warm import diagnosed

from gradhelp.catalog import load_rules

FOLDER = Path(__file__).parents[1] / "programs" / "training"
PROGRAMS = sorted(FOLDER.glob("*.py"))

pytestmark = pytest.mark.timeout(180)


def parameters(faulty: bool) -> list[object]:
    chosen = [path for path in PROGRAMS if bool(marked(path)) == faulty]
    return [
        pytest.param(path, id=path.stem, marks=(pytest.mark.slow,) if path.stem.endswith("_fixed") else ())
        for path in chosen
    ]


@pytest.mark.parametrize("path", parameters(faulty=True))
def test_the_fault_is_named_first_and_at_its_line(path: Path) -> None:
    first = diagnosed(path).findings[0]
    assert first.severity != "note"
    assert (first.rule, first.line) in marked(path)


@pytest.mark.parametrize("path", parameters(faulty=False))
def test_a_program_that_trains_is_healthy(path: Path) -> None:
    diagnosis = diagnosed(path)
    assert blamed(diagnosis) == []
    assert diagnosis.status == "healthy"


def test_every_program_is_marked_and_every_faulty_one_has_a_healthy_twin() -> None:
    for path in PROGRAMS:
        assert bool(marked(path)) != path.read_text(encoding="utf-8").startswith("# healthy\n"), path.name
        if marked(path):
            assert path.with_name(f"{path.stem}_fixed.py").is_file(), path.name


def test_every_rule_of_these_families_is_met() -> None:
    families = ("backward", "silent", "env-api")
    met = {rule for path in PROGRAMS for rule, _ in marked(path)}
    assert {rule.id for rule in load_rules() if rule.family in families} <= met
