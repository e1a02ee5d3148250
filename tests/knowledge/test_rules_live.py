"""Every example of every rule, run and diagnosed: the bad one is flagged at its marked lines and nowhere else, the good
one is healthy under all rules.
"""

from pathlib import Path

import pytest
from marks import blamed, marked
from warm import diagnosed

from gradhelp.catalog import load_rules

EXAMPLES = [(rule, example) for rule in load_rules() for example in rule.examples()]
BAD = [pytest.param(example.bad, id=f"{rule.id}-{example.name}") for rule, example in EXAMPLES]
GOOD = [pytest.param(example.good, id=f"{rule.id}-{example.name}") for rule, example in EXAMPLES]

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize("program", BAD)
def test_a_bad_example_is_an_error_at_its_marked_lines(program: Path) -> None:
    diagnosis = diagnosed(program)
    assert marked(program)
    assert blamed(diagnosis) == marked(program)
    assert diagnosis.status == "diagnosed"


@pytest.mark.parametrize("program", GOOD)
def test_a_good_example_is_healthy(program: Path) -> None:
    diagnosis = diagnosed(program)
    assert blamed(diagnosis) == []
    assert diagnosis.status == "healthy"
