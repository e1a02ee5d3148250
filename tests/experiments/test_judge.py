"""What counts as proof: not the silence of an error, nor moved weights, but the gradient where it belongs."""

import pytest

from gradhelp.experiments.judge import judge
from gradhelp.experiments.silencing import silenced
from gradhelp.experiments.trial import Outcome
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run

HELD = [0, 1]
END = {"event": "end", "outcome": "finished", "optimizer_steps": 2}
EXITED = {"event": "process", "outcome": "exited", "returncode": 0}


def trained(states: str, *more: dict, ending: dict = EXITED) -> Outcome:
    """A run of two steps in which the gradients of two parameters were as told, one letter each."""
    moments = [
        {"event": "moment", "what": what, "parameters": HELD, "states": states, "optimizer": 0, "ordinal": n}
        for n, what in enumerate(("backward", "step") * 2)
    ]
    optimizer = {"event": "optimizer", "id": 0, "held": HELD, "parameters": 2}
    names = {"event": "parameters", "names": ["net.weight", "net.bias"]}
    closing = {"event": "optimizer_end", "id": 0, "steps": 2}
    return Outcome(Run(Recording((optimizer, *moments, closing, names, *more, END, ending))), {})


@pytest.fixture
def found(recorded):
    before = Outcome(recorded("detach_requires_grad_action"), {})
    return before, before.loud[0]


def test_a_finite_gradient_everywhere_is_proof(found):
    judgement = judge(found[0], trained("FF"), found[1])
    assert judgement.verified
    assert judgement.values["total"] == 2


@pytest.mark.parametrize(
    ("states", "key"), [("FN", "starved"), ("FZ", "starved"), ("NN", "starved"), ("FX", "not_finite")]
)
def test_a_parameter_without_one_is_none(found, states, key):
    judgement = judge(found[0], trained(states), found[1])
    assert not judgement.verified
    assert judgement.key == key


def test_an_error_is_none_and_neither_is_a_run_that_was_ended(found):
    raised = {"event": "exception", "type": "ValueError", "message": "no", "frames": []}
    assert judge(found[0], trained("FF", raised), found[1]).key == "raises"
    killed = {"event": "process", "outcome": "killed", "reason": "memory"}
    assert judge(found[0], trained("FF", ending=killed), found[1]).key == "not_run"
    assert judge(found[0], trained("FF", ending={**EXITED, "returncode": 3}), found[1]).key == "exit_code"


def test_the_same_run_again_proves_nothing(found):
    before, hit = found
    assert judge(before, before, hit).verified is False


def test_frozen_parameters_are_not_missed(found):
    span = {"file": "a.py", "line": 1, "code": "p.requires_grad = False"}
    freeze = {"event": "frozen", "span": span, "parameters": 1, "requires_grad": False, "numbers": [1]}
    assert judge(found[0], trained("FN", freeze), found[1]).verified


def test_a_silencing_is_rejected_with_what_its_own_run_showed(recorded):
    before = Outcome(recorded("bandaid_requires_grad_method"), {})
    hit = next(hit for hit in before.loud if hit.rule.id == "grad-bandaid")
    for lang in ("en", "zh"):
        (fix,) = silenced(hit, before.run, lang)
        assert not fix.verified
        assert "requires_grad_" in fix.title
        assert " 0 " in fix.verification


def loss_of(*terms: tuple[str, bool]) -> dict:
    """A loss taken apart: the source text of each term, and whether it carries a gradient."""
    spans = [{"file": "a.py", "line": n, "code": code} for n, (code, _) in enumerate(terms, 1)]
    parts = [
        {"span": span, "live": live, "states": "FF" if live else "NN"}
        for span, (_, live) in zip(spans, terms, strict=True)
    ]
    return {"event": "terms", "parameters": HELD, "requires_grad": [True, True], "terms": parts}


@pytest.mark.parametrize(
    ("penalty", "key"), [(("effort.sum()", True), "verified"), (("total + effort.sum()", False), "term_lost")]
)
def test_no_term_of_the_loss_may_pay_for_another(found, penalty, key):
    before = trained("FF", loss_of(("distance", False), ("effort.sum()", True)))
    after = trained("FF", loss_of(("distance", True), penalty))
    assert judge(before, after, found[1]).key == key
