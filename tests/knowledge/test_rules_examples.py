"""The examples are true: bad ones fail as they say they do, good ones train, and each pair differs in little else.

Markers stand at the ends of lines: `# expect: <rule-id>` where the fault is, `# raises: <error>` where torch or the
environment refuses; where one line is both, `raises` comes first. A bad example that raises nothing is silent: it runs
to its end, and its network got no gradient.
"""

import ast
import re
from difflib import SequenceMatcher

import pytest
from example_run import run
from rules_under_test import RULES

from gradhelp.catalog import Example

MARKER = re.compile(r"  # (?P<kind>expect|raises): (?P<what>.*?)(?=  # expect: |$)")
PAIRS = [
    pytest.param(rule.id, example, id=f"{rule.id}-{example.name}") for rule in RULES for example in rule.examples()
]


def markers(text: str, kind: str) -> dict[int, str]:
    found = ((number, match) for number, line in enumerate(text.splitlines(), 1) for match in MARKER.finditer(line))
    return {number: match["what"] for number, match in found if match["kind"] == kind}


def closing_assertion(source: str) -> str:
    """The last statement of a good example: each intended parameter has a finite gradient that is not zero."""
    last = ast.parse(source).body[-1]
    return ast.unparse(last)


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_bad_examples_mark_their_fault(rule_id: str, example: Example) -> None:
    marked = markers(example.bad.read_text(encoding="utf-8"), "expect")
    assert rule_id in marked.values()
    assert set(marked.values()) <= {rule.id for rule in RULES}


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_good_examples_mark_nothing(rule_id: str, example: Example) -> None:
    text = example.good.read_text(encoding="utf-8")
    assert not markers(text, "expect")
    assert not markers(text, "raises")


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_pairs_differ_in_the_fault_only(rule_id: str, example: Example) -> None:
    bad = [MARKER.sub("", line) for line in example.bad.read_text(encoding="utf-8").splitlines()]
    good = example.good.read_text(encoding="utf-8").splitlines()
    kept = sum(block.size for block in SequenceMatcher(None, bad, good, autojunk=False).get_matching_blocks())
    assert kept / len(bad) > 0.5
    assert bad[0] == good[0], "both say in the same words what the program is for"


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_good_examples_end_with_the_proof(rule_id: str, example: Example) -> None:
    proof = closing_assertion(example.good.read_text(encoding="utf-8"))
    assert "assert" in proof
    for part in (".grad is not None", "isfinite().all()", ".grad.any()"):
        assert part in proof


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_good_examples_train(rule_id: str, example: Example) -> None:
    assert run(example.good.read_text(encoding="utf-8"), example.good).error == ""


@pytest.mark.parametrize(("rule_id", "example"), PAIRS)
def test_bad_examples_fail_as_declared(rule_id: str, example: Example) -> None:
    source = example.bad.read_text(encoding="utf-8")
    declared = markers(source, "raises")
    outcome = run(source, example.bad)
    if declared:
        ((line, error),) = declared.items()
        assert outcome.line == line
        assert outcome.error.startswith(error)
        return
    assert outcome.error == ""
    proof = closing_assertion(example.good.read_text(encoding="utf-8"))
    assert run(f"{source}\n{proof}\n", example.bad).error.startswith("AssertionError"), "silent, but it trains"
