"""Losses are taken apart as their users wrote them, and each term's gradient is what autograd gives for it alone."""

import functools
from pathlib import Path
from typing import Any

import pytest
from both import run_traced

PROGRAM = Path(__file__).parent / "torch_programs" / "sums_of_losses.py"


@functools.cache
def looks() -> dict[str, dict[str, Any]]:
    """The first look at the loss of each function of the program, by the function's name."""
    source = PROGRAM.read_text(encoding="utf-8").splitlines()
    functions = {n: line[4:].partition("(")[0] for n, line in enumerate(source, 1) if line.startswith("def ")}
    found: dict[str, dict[str, Any]] = {}
    for event in run_traced([PROGRAM.name], PROGRAM.parent).of_kind("terms"):
        line = max(term["span"]["line"] for term in event["terms"])
        found.setdefault(functions[max(n for n in functions if n <= line)], event)
    return found


def addends(function: str) -> list[tuple[str, bool, int]]:
    """What a reader is told of each term: its name or text, whether it is alive, how often it was added."""
    return [(term["name"] or term["span"]["code"], term["live"], term["pieces"]) for term in looks()[function]["terms"]]


def test_terms_are_found_in_every_shape_of_a_sum() -> None:
    assert addends("named") == [("policy_loss", True, 1), ("value_loss", True, 1), ("entropy", True, 1)]
    assert addends("in_a_dictionary") == [("actor(obs).abs().mean()", True, 1), ("critic(obs).abs().mean()", True, 1)]
    assert [(alive, count) for _, alive, count in addends("by_a_helper")] == [(True, 1)] * 3
    assert addends("over_time") == [("actor(row).pow(2).sum()", True, 5), ("critic(row).pow(2).sum()", True, 5)]
    assert addends("by_elements") == [("cost", True, 1), ("effort", True, 1)]
    assert addends("stacked") == [("actor(obs).sin().sum()", True, 1), ("critic(obs).sin().sum()", True, 1)]


def test_dead_terms_stand_beside_living_ones() -> None:
    assert addends("partly_dead") == [("fit", False, 1), ("critic(obs).pow(2).mean()", True, 1)]
    assert [alive for _, alive, _ in addends("with_a_number")] == [True, False]


def test_coefficients_are_those_of_the_user() -> None:
    assert [term["coefficient"] for term in looks()["named"]["terms"]] == [1.0, 0.5, pytest.approx(-0.01)]
    assert {term["coefficient"] for term in looks()["stacked"]["terms"]} == {-0.5}
    assert [term["coefficient"] for term in looks()["over_time"]["terms"]] == [pytest.approx(0.2)] * 2


def test_each_term_has_its_own_gradient() -> None:
    event = looks()["named"]
    assert event["method"] == "gradient"
    assert [term["states"] for term in event["terms"]] == ["FFNNN", "NNFFN", "NNNNF"]
    assert event["terms"][2]["norms"][4] == pytest.approx(0.01 * 2**0.5, rel=1e-4)
