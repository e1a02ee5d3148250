"""Which of several true things is said first."""

from collections.abc import Callable

import pytest

from gradhelp.blame import MAX_NOTES, Hit, order
from gradhelp.catalog import Rule, load_rules
from gradhelp.checks import Candidate, Sighting, all_checks
from gradhelp.engine import bound_rules
from gradhelp.facts.run import Run

Recorded = Callable[[str], Run]
RULES = {rule.id: rule for rule in load_rules()}


def hits(run: Run) -> list[Hit]:
    return [Hit(rule, candidate) for rule, spec, params in bound_rules() for candidate in spec.check(run, params)]


def said(found: list[Hit]) -> list[tuple[str, int, str]]:
    return [(hit.rule.id, hit.candidate.evidence.where.line, severity) for hit, severity in order(found)]


def test_one_error_a_loss_and_the_rest_are_notes(recorded: Recorded) -> None:
    first, *others = said(hits(recorded("numpy_tolist_reward_model")))
    assert first[::2] == ("numpy-roundtrip", "error")
    assert {severity for _, _, severity in others} <= {"note"}


def test_the_order_in_which_checks_ran_does_not_matter(recorded: Recorded) -> None:
    found = hits(recorded("env_plain_simulator_class"))
    assert len(found) > 2
    assert said(found) == said(found[::-1])


def test_a_simulator_outranks_the_conversion_on_its_way(recorded: Recorded) -> None:
    ranked = [rule for rule, _, _ in said(hits(recorded("env_plain_simulator_class")))]
    assert ranked[0] == "env-step-boundary"
    assert "numpy-roundtrip" in ranked


def test_what_silences_comes_before_what_it_hides(recorded: Recorded) -> None:
    ranked = said(hits(recorded("bandaid_requires_grad_method")))
    assert [(rule, severity) for rule, _, severity in ranked[:2]] == [
        ("grad-bandaid", "error"),
        ("numpy-roundtrip", "error"),
    ]


def test_what_stands_on_the_line_of_a_bandaid_is_not_said_again(recorded: Recorded) -> None:
    found = hits(recorded("bandaid_requires_grad_method"))
    bandaid = next(hit for hit in found if hit.rule.id == "grad-bandaid")
    twin = Hit(RULES["new-leaf-tensor"], bandaid.cut)
    assert ("new-leaf-tensor", *said([bandaid])[0][1:]) not in said([bandaid, twin])


def test_a_place_is_named_once(recorded: Recorded) -> None:
    found = hits(recorded("newleaf_tensor_of_losses"))
    assert said(found * 3) == said(found)


def test_notes_are_few(recorded: Recorded) -> None:
    run = recorded("env_plain_simulator_class")
    candidate = next(hit.cut for hit in hits(run) if isinstance(hit.candidate, Candidate))
    many = [Hit(rule, candidate) for rule in RULES.values() if rule.family == "cut" and rule.check != "bandaid"]
    severities = [severity for _, _, severity in said(many)]
    assert severities.count("error") == 1
    assert severities.count("note") == MAX_NOTES


def sighting(rule: Rule, run: Run, *, mild: bool = False) -> Hit:
    """A silent fault as a check might report it, at the loss of the run."""
    evidence = all_checks()[rule.check].evidence
    where = run.ledgers[0].loss_span
    assert where is not None
    return Hit(rule, Sighting(evidence.model_construct(where=where, raised=False), mild=mild))


@pytest.mark.parametrize("rule", ["zero-gradients", "none-gradients"])
def test_what_a_cut_brings_about_is_a_note_beside_it(rule: str, recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    silent = sighting(RULES[rule], run)
    assert said([silent]) == [(rule, silent.candidate.evidence.where.line, RULES[rule].severity)]
    assert said([*hits(run), silent])[-1][::2] == (rule, "note")


def test_an_unrelated_silent_fault_keeps_its_weight_beside_a_cut(recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    rule = RULES["clip-after-step"]
    assert said([*hits(run), sighting(rule, run)])[-1][::2] == (rule.id, rule.severity)


def test_what_is_true_but_not_the_fault_is_a_note(recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    assert said([sighting(RULES["clip-after-step"], run, mild=True)])[0][2] == "note"
