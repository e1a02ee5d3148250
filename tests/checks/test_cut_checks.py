"""Each check of family `cut` against recordings of real runs: it points at the marked line, and is silent elsewhere."""

import re
from collections.abc import Callable

import pytest

from gradhelp.checks import Candidate, all_checks
from gradhelp.engine import bound_rules
from gradhelp.facts.run import Run

Recorded = Callable[[str], Run]
MARKER = re.compile(r"# expect: (?P<rule>[\w-]+)")
SEEN = {
    "env-step-boundary": "env_plain_simulator_class",
    "numpy-roundtrip": "numpy_tolist_reward_model",
    "detach-call": "detach_requires_grad_action",
    "no-grad-region": "nograd_functional_wrapper",
    "buffer-data": "buffer_torch_storage_values",
    "new-leaf-tensor": "newleaf_tensor_of_losses",
    "sample-not-rsample": "sample_bandit_missing_log_prob",
    "non-differentiable-op": "nondiff_accuracy_loss",
    "frozen-parameters": "frozen_two_freezes",
    "loss-without-network": "nonet_advantage_without_critic",
    "grad-bandaid": "bandaid_requires_grad_method",
    "custom-function-cut": "custom_ste_detached",
    "checkpoint-no-input-grad": "checkpoint_wrapper_module",
}


def marked_line(run: Run, rule: str) -> int:
    (source,) = run.sources.values()
    (line,) = [n for n, text in enumerate(source.lines, 1) if (m := MARKER.search(text)) and m["rule"] == rule]
    return line


def candidates(run: Run, rule_id: str) -> list[Candidate]:
    ((rule, spec, params),) = [bound for bound in bound_rules() if bound[0].id == rule_id]
    assert rule.family == "cut"
    return [candidate for candidate in spec.check(run, params) if isinstance(candidate, Candidate)]


@pytest.mark.parametrize(("rule", "recording"), SEEN.items())
def test_a_check_points_at_the_cut(rule: str, recording: str, recorded: Recorded) -> None:
    run = recorded(recording)
    lines = {candidate.evidence.where.line for candidate in candidates(run, rule)}
    assert marked_line(run, rule) in lines


@pytest.mark.parametrize("rule", SEEN)
def test_a_check_has_nothing_to_say_of_a_healthy_run(rule: str, recorded: Recorded) -> None:
    assert candidates(recorded("ok_gumbel_discrete"), rule) == []


@pytest.mark.parametrize(("rule", "recording"), SEEN.items())
def test_evidence_speaks_of_the_program(rule: str, recording: str, recorded: Recorded) -> None:
    run = recorded(recording)
    (source,) = run.sources.values()
    for candidate in candidates(run, rule):
        evidence = candidate.evidence
        assert evidence.where.file == source.path
        assert evidence.where.code in " ".join(source.text.split())
        assert evidence.loss
        assert evidence.backward_line in range(1, len(source.lines) + 1)
        assert evidence.networks == run.networks


def test_storage_is_taken_out_where_the_loss_uses_it(recorded: Recorded) -> None:
    (candidate, *_) = candidates(recorded("buffer_torch_storage_values"), "buffer-data")
    evidence = candidate.evidence.model_dump()
    assert evidence["where"]["code"] == "storage.values"
    assert evidence["stored_line"] == 21


def test_a_simulator_of_the_users_own_is_named(recorded: Recorded) -> None:
    (candidate, *_) = candidates(recorded("env_plain_simulator_class"), "env-step-boundary")
    evidence = candidate.evidence.model_dump()
    assert (evidence["simulator"], evidence["call"], evidence["vectorised"]) == ("DroneSim", "step", False)


def test_a_function_whose_backward_gives_nothing_is_told_from_one_that_has_none(recorded: Recorded) -> None:
    silent = candidates(recorded("custom_backward_returns_none"), "custom-function-cut")
    assert {candidate.evidence.model_dump()["reason"] for candidate in silent} == {"returns-none"}
    raised = candidates(recorded("custom_ste_detached"), "custom-function-cut")
    assert {candidate.evidence.model_dump()["reason"] for candidate in raised} == {"non-differentiable"}


def test_every_module_of_the_folder_is_a_word_of_the_vocabulary() -> None:
    assert {bound[1].name for bound in bound_rules()} <= set(all_checks())
    assert all(name == name.lower().replace("_", "-") for name in all_checks())
