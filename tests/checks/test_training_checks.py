"""Checks of the training loop against timelines written by hand: an optimizer, its moments, and what they find."""

from typing import Any

import pytest

from gradhelp.checks import Sighting, all_checks
from gradhelp.facts.recording import Event, Recording
from gradhelp.facts.run import Run

FILE = "train.py"


def span(line: int, code: str = "…", column: int = 1) -> dict[str, Any]:
    return {
        "file": FILE,
        "line": line,
        "column": column,
        "end_line": line,
        "end_column": column + len(code),
        "code": code,
    }


def moment(what: str, line: int, parameters: list[int], states: str = "", **fields: Any) -> Event:
    return {"event": "moment", "what": what, "span": span(line), "parameters": parameters, "states": states, **fields}


def optimizer(number: int, held: list[int], line: int = 1) -> Event:
    return {"event": "optimizer", "id": number, "span": span(line), "parameters": len(held), "held": held}


def module(name: str, parameters: list[int], **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "Linear", "parameters": parameters, **fields}


def run_of(*events: Event, modules: list[dict[str, Any]] | None = None, text: str = "") -> Run:
    names = {"event": "parameters", "names": [], "changed": [], "modules": modules or []}
    source = {"event": "source", "path": FILE, "text": text}
    return Run(Recording((*events, names, source)))


def seen(check: str, run: Run, **params: Any) -> list[tuple[int, bool]]:
    """Line of each sighting, and whether it is mild."""
    spec = all_checks()[check]
    found = [each for each in spec.check(run, spec.params(**params)) if isinstance(each, Sighting)]
    return [(each.evidence.where.line, each.mild) for each in found]


# -- whose gradients are cleared ---------------------------------------------------------------------------------------
MODEL, POLICY = [0], [1]


def turn_of_policy_through_model() -> list[Event]:
    return [
        moment("zero_grad", 3, MODEL, optimizer=0),
        moment("step", 4, MODEL, "N", optimizer=0),
        moment("zero_grad", 6, POLICY, optimizer=1),
        moment("backward", 7, MODEL + POLICY, "FF"),
        moment("step", 8, POLICY, "F", optimizer=1),
    ]


def test_strays_of_another_loss_do_not_make_up_for_a_backward_that_is_missing() -> None:
    run = run_of(optimizer(0, MODEL), optimizer(1, POLICY), *turn_of_policy_through_model() * 3)
    assert seen("backward-missing", run) == [(4, False)]
    assert seen("zero-grad-misplaced", run) == []


@pytest.mark.parametrize("clearing", ["zero_grad", "grad_store"])
def test_gradients_that_are_cleared_before_their_step_are_misplaced(clearing: str) -> None:
    turn = [
        moment("backward", 3, [0, 1], "FF"),
        moment(clearing, 4, [0, 1]),
        moment("step", 5, [0, 1], "NN", optimizer=0),
    ]
    assert seen("zero-grad-misplaced", run_of(optimizer(0, [0, 1]), *turn * 3)) == [(4, False)]


def test_gradients_written_by_hand_are_no_clearing() -> None:
    turn = [moment("backward", 3, [0], "F"), moment("grad_store", 4, [0]), moment("step", 5, [0], "F", optimizer=0)]
    assert seen("zero-grad-misplaced", run_of(optimizer(0, [0]), *turn * 3)) == []


@pytest.mark.parametrize("closure", [True, False])
def test_several_evaluations_within_one_step_throw_nothing_away(closure: bool) -> None:
    evaluation = [moment("zero_grad", 3, [0], optimizer=0), moment("backward", 4, [0], "F")]
    turn = [moment("step", 6, [0], "F", optimizer=0, closure=closure), *evaluation, *evaluation]
    found = seen("zero-grad-misplaced", run_of(optimizer(0, [0]), *turn * 4))
    assert found == ([] if closure else [(3, False)])


@pytest.mark.parametrize("read", [True, False])
def test_gradients_that_were_read_are_not_thrown_away(read: bool) -> None:
    reading = [moment("grad_read", 5, [0], "F")] if read else []
    first = [moment("zero_grad", 3, [0]), moment("backward", 4, [0], "F"), *reading]
    final = [moment("zero_grad", 7, [0]), moment("backward", 8, [0], "F"), moment("step", 9, [0], "F", optimizer=0)]
    later = [each for each in first if each["what"] != "grad_read"]
    found = seen("zero-grad-misplaced", run_of(optimizer(0, [0]), *first, *final, *[*later, *final] * 3))
    assert found == ([] if read else [(7, False)])


# -- limits of clips ---------------------------------------------------------------------------------------------------
def clip(limit: float) -> Event:
    return moment("clip", 5, [0], "F", before="F", limit=limit, norm=2.0, form="clip_grad_norm_", count=1)


def test_one_negative_limit_is_enough() -> None:
    assert seen("clip-vanishing", run_of(optimizer(0, [0]), clip(0.5), clip(0.1), clip(-0.1))) == [(5, False)]


def test_a_schedule_that_stays_positive_is_fine() -> None:
    assert seen("clip-vanishing", run_of(optimizer(0, [0]), clip(0.5), clip(0.0), clip(0.1))) == []


# -- parts without a gradient ------------------------------------------------------------------------------------------
def asked(**fields: Any) -> Run:
    turn = [moment("backward", 3, [0, 1], "FN"), moment("step", 4, [0, 1], "FN", optimizer=0)]
    modules = [module("members.0", [0], called=True), module("members.1", [1], used=True, **fields)]
    return run_of(optimizer(0, [0, 1]), *turn * 3, modules=modules)


def test_an_untrained_member_that_is_asked_is_forgotten() -> None:
    assert seen("none-gradients", asked()) == [(1, False)]


@pytest.mark.parametrize("fields", [{"loaded": True}, {"used": False}, {"type": "Other"}])
def test_a_copy_an_idle_part_and_one_of_another_kind_are_meant(fields: dict[str, Any]) -> None:
    turn = [moment("backward", 3, [0, 1], "FN"), moment("step", 4, [0, 1], "FN", optimizer=0)]
    other = {"name": "other", "type": "Linear", "parameters": [1], "used": True} | fields
    run = run_of(optimizer(0, [0, 1]), *turn * 3, modules=[module("net", [0], called=True), other])
    assert seen("none-gradients", run) == [(1, True)]


# -- what reset() gave -------------------------------------------------------------------------------------------------
BAD_RESETS = [
    ("x = np.asarray(env.reset())", "env.reset()", 1),
    ("self.obs = env.reset()\nx = torch.as_tensor(self.obs)", "env.reset()", 2),
]
GOOD_RESETS = [
    ("obs, info = env.reset()\nx = np.asarray([obs, 'inhomogeneous'])", "env.reset()", 2),
    ("self.obs, _ = env.reset()\nx = np.asarray([self.obs, 'inhomogeneous'])", "env.reset()", 2),
    ("obs = env.reset()[0]\nx = np.asarray([obs, 'inhomogeneous'])", "env.reset()", 2),
]


def reset_run(text: str, code: str, failing: int) -> Run:
    place = span(1, code, column=1 + text.splitlines()[0].index(code))
    frame = {"file": FILE, "line": failing, "function": "<module>", "code": "", "user": True}
    message = "setting an array element with a sequence: inhomogeneous shape"
    error = {"event": "exception", "type": "ValueError", "message": message, "frames": [frame], "cause": None}
    return run_of({"event": "reset_pair", "span": place, "name": ""}, error, text=text)


@pytest.mark.parametrize(("text", "code", "failing"), BAD_RESETS)
def test_a_pair_that_is_handed_on_whole_is_seen(text: str, code: str, failing: int) -> None:
    assert seen("reset-tuple", reset_run(text, code, failing)) == [(1, False)]


@pytest.mark.parametrize(("text", "code", "failing"), GOOD_RESETS)
def test_a_pair_that_is_taken_apart_is_none(text: str, code: str, failing: int) -> None:
    assert seen("reset-tuple", reset_run(text, code, failing)) == []


# -- gradients that pile up --------------------------------------------------------------------------------------------
def piled(training: bool, changed: bool = False) -> Run:
    turns = [
        turn for held in "NFFF" for turn in (moment("before_backward", 3, [0], held), moment("backward", 3, [0], "F"))
    ]
    events = [optimizer(0, [0]), *turns, {"event": "end", "outcome": "finished"}]
    parameters = {"event": "parameters", "names": [], "changed": [changed], "modules": [module("net", [0], called=True, training=training)]}  # fmt: skip
    process = {"event": "process", "outcome": "exited", "returncode": 0}
    return Run(Recording((*events, parameters, process)))


def test_an_optimizer_that_is_never_reached_is_missed() -> None:
    assert seen("step-missing", piled(training=True)) == [(3, False)]


def test_a_network_that_is_looked_at_or_updated_by_hand_needs_no_step() -> None:
    assert seen("step-missing", piled(training=False)) == []
    assert seen("step-missing", piled(training=True, changed=True)) == []


# -- parameters of no network ------------------------------------------------------------------------------------------
def with_plain_parameter(*more: Event) -> Run:
    turn = [moment("backward", 3, [0, 1], "FF"), *more, moment("step", 4, [0], "F", optimizer=0)]
    return run_of(
        optimizer(0, [0]), *turn * 3, {"event": "optimizer_end", "id": 0, "steps": 3}, modules=[module("net", [0])]
    )


def test_a_plain_parameter_that_no_optimizer_holds_is_missing() -> None:
    assert seen("optimizer-missing-params", with_plain_parameter()) == [(1, False)]


def test_one_whose_gradient_is_read_is_there_to_be_looked_at() -> None:
    assert seen("optimizer-missing-params", with_plain_parameter(moment("grad_read", 5, [1], "F"))) == []
