"""Loss term × component, from recordings and from events written by hand."""

from collections.abc import Callable

import pytest

from gradhelp.facts.matrix import Matrix
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.facts.shown import summed_losses, telling_losses

Recorded = Callable[[str], Run]


def states(matrix: Matrix) -> dict[str, list[str]]:
    return {term.label: [matrix.cell(term, part).state for part in matrix.components] for term in matrix.terms}


def made(terms: list[tuple[str, str]], names: list[str], required: list[bool] | None = None, looks: int = 1) -> Run:
    """A run of `looks` looks at one loss. `terms`: a name, and for each look a letter for each parameter."""
    span = {"file": "a.py", "line": 9, "code": "loss.backward()"}
    numbers = list(range(len(names)))
    events = []
    for look in range(looks):
        rows = [
            {
                "span": {**span, "line": at, "code": f"{name} + 0"}, "name": name, "live": set(found) != {"N"}, "node": at,
                "pieces": 1, "whole": True, "coefficient": 1.0, "value": None, "states": found,
                "norms": [3.0 if letter == "F" else None for letter in found],
            }
            for at, (name, letters) in enumerate(terms, 1)
            for found in [letters.split("/")[min(look, letters.count("/"))]]
        ]  # fmt: skip
        events.append(
            {
                "event": "terms", "ledger": 1, "look": look + 1, "call": span, "method": "gradient", "reason": None,
                "parameters": numbers, "requires_grad": required or [True] * len(names), "omitted": 0, "terms": rows,
            }
        )  # fmt: skip
    closing = {"event": "parameters", "names": names, "changed": [], "modules": []}
    return Run(Recording((*events, closing)))


def test_an_actor_that_nothing_reaches_shows_as_a_column_without_gradients(recorded: Recorded) -> None:
    (matrix,) = recorded("ppo_stored_log_probs").matrices
    assert [part.name for part in matrix.components] == ["log_std", "actor", "critic"]
    assert states(matrix) == {
        "policy_loss": ["not-reached", "not-reached", "not-reached"],
        "value_loss": ["not-reached", "not-reached", "reached"],
        "entropy": ["reached", "not-reached", "not-reached"],
    }
    assert [part.name for part in matrix.unreached] == ["actor"]
    assert [term.label for term in matrix.dead] == ["policy_loss"]


def test_the_repaired_program_reaches_all_parts(recorded: Recorded) -> None:
    (matrix,) = recorded("ok_ppo").matrices
    assert states(matrix)["policy_loss"] == ["reached", "reached", "not-reached"]
    assert not matrix.unreached
    assert not matrix.dead
    assert [term.coefficient for term in matrix.terms] == [1.0, 0.5, pytest.approx(-0.01)]


def test_norms_of_a_component_are_those_of_all_its_parameters() -> None:
    (matrix,) = made([("a", "FF")], ["net.weight", "net.bias"]).matrices
    assert matrix.cell(matrix.terms[0], matrix.components[0]).norm == pytest.approx(18**0.5)


def test_parts_are_opened_only_where_terms_tell_them_apart() -> None:
    names = [
        "agent.body.0.weight",
        "agent.body.2.weight",
        "agent.head.pi.weight",
        "agent.head.v.weight",
        "agent.log_std",
    ]
    (matrix,) = made([("policy", "FFFNN"), ("value", "FFNFN"), ("entropy", "NNNNF")], names).matrices
    assert [part.name for part in matrix.components] == ["body", "head.pi", "head.v", "log_std"]


def test_frozen_parts_are_told_from_parts_that_are_missed() -> None:
    run = made([("only", "FNN")], ["head.w", "encoder.w", "spare.w"], required=[True, False, True])
    (matrix,) = run.matrices
    assert states(matrix) == {"only": ["reached", "not-required", "not-reached"]}
    assert [part.name for part in matrix.unreached] == ["spare"]


def test_a_later_look_counts_where_it_saw_more() -> None:
    (matrix,) = made([("first", "ZF/FF"), ("second", "FN/FN")], ["x.w", "y.w"], looks=2).matrices
    assert states(matrix)["first"] == ["reached", "reached"]


def test_a_healthy_sum_is_shown_and_a_single_term_is_not(recorded: Recorded) -> None:
    assert [loss.loss for loss in summed_losses(recorded("ok_ppo"))] == ["loss"]
    assert not telling_losses(recorded("ok_ppo"))
    assert not summed_losses(recorded("custom_ste_detached"))


@pytest.mark.parametrize(
    "name", ["ppo_stored_log_probs", "ppo_log_probs_without_gradient", "encoder_detached", "term_numpy"]
)
def test_a_matrix_that_explains_a_fault_is_shown(recorded: Recorded, name: str) -> None:
    assert telling_losses(recorded(name))


@pytest.mark.parametrize(
    "damage", [{"terms": None}, {"terms": [None]}, {"requires_grad": [True]}, {"parameters": None}]
)
def test_damaged_events_leave_no_matrix_and_raise_nothing(damage: dict[str, object]) -> None:
    events = [
        event | damage if event["event"] == "terms" else event
        for event in made([("a", "FF")], ["x", "y"]).recording.events
    ]
    assert Run(Recording(tuple(events))).matrices == []
