"""Status and summary: a live finding first, then the error, then how the run ended, then what was pasted."""

from collections.abc import Callable
from typing import Any

import pytest

from gradhelp.engine import findings_of
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.intake.traceback import read_paste
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.verdict import Known, answer, say

Recorded = Callable[[str], Run]
NO_GRAD = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
MISSING = "ModuleNotFoundError: No module named 'isaacgym'"


def pasted(message: str) -> str:
    return f'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    go()\n{message}\n'


def made(*events: dict[str, Any], **process: Any) -> Run:
    """A run without findings that ended as `process` says."""
    start = {"event": "start", "wire": 1}
    return Run(Recording((start, *events, {"event": "process", "outcome": "exited", "returncode": 0, **process})))


def refused(path: str, allow: str | None) -> dict[str, Any]:
    return {"returncode": 1, "refused": {"path": path, "allow": allow}}


def test_a_write_that_the_isolation_refused_is_no_error_of_the_script() -> None:
    error = raised("RuntimeError", "open file failed with strerror: Permission denied")
    diagnosis = judged(made(error, **refused("/data/my runs/x.pt", "/data/my runs")), script="train.py")
    assert diagnosis.status == "inconclusive"
    for said in ("/data/my runs/x.pt", "--allow-write '/data/my runs'", "gradhelp run train.py"):
        assert said in diagnosis.summary
    assert "--allow-write" not in judged(made(error, **refused("/home/x.pt", None))).summary
    assert judged(made(error, **refused("/x\ny", "/x\ny"))).summary.count("\n") == 0


def test_what_was_seen_before_a_refused_write_counts() -> None:
    run = made(ended(), **refused("/data/x.pt", "/data"))
    assert judged(run).status == "healthy"
    assert judged(run, pasted(NO_GRAD)).status == "inconclusive"


def ended(**fields: Any) -> dict[str, Any]:
    return {"event": "end", "outcome": "finished", "exit_code": 0, "backwards": 3, "optimizer_steps": 3, **fields}


def raised(kind: str, message: str) -> dict[str, Any]:
    return {"event": "exception", "type": kind, "message": message, "frames": [], "cause": None}


def judged(run: Run | None, paste: str | None = None, **known: Any) -> Diagnosis:
    findings = findings_of(run, "en") if run is not None else []
    return answer(Known("en", read_paste(paste) if paste else None, run, findings, **known))


def test_a_finding_is_the_answer_whatever_was_pasted(recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    for paste in (None, pasted(NO_GRAD), pasted(MISSING)):
        diagnosis = judged(run, paste)
        assert diagnosis.status == "diagnosed"
        assert diagnosis.summary == diagnosis.findings[0].title
        assert diagnosis.exit_code == 1
        assert diagnosis.error is not None
        assert diagnosis.error.family == "no-grad-fn"


def test_a_silent_cut_is_diagnosed_without_an_error(recorded: Recorded) -> None:
    diagnosis = judged(recorded("custom_backward_returns_none"))
    assert (diagnosis.status, diagnosis.error) == ("diagnosed", None)


def test_a_run_that_trained_is_healthy(recorded: Recorded) -> None:
    diagnosis = judged(recorded("ok_gumbel_discrete"))
    assert (diagnosis.status, diagnosis.findings, diagnosis.exit_code) == ("healthy", [], 0)
    assert diagnosis.run.executed


def test_a_healthy_run_does_not_deny_a_pasted_gradient_error() -> None:
    diagnosis = judged(made(ended()), pasted(NO_GRAD))
    assert (diagnosis.status, diagnosis.summary) == ("inconclusive", say("en", "not_reproduced"))


def test_an_unexplained_gradient_error_asks_for_a_recording() -> None:
    run = made(raised("RuntimeError", NO_GRAD.partition(": ")[2]), ended(outcome="raised", exit_code=1), returncode=1)
    diagnosis = judged(run)
    assert (diagnosis.status, diagnosis.summary) == ("inconclusive", say("en", "unexplained"))


def test_another_error_is_no_gradient_problem() -> None:
    diagnosis = judged(made(raised("ModuleNotFoundError", "No module named 'isaacgym'"), returncode=1))
    assert diagnosis.status == "not-a-gradient-problem"
    assert "isaacgym" in diagnosis.summary


@pytest.mark.parametrize(
    ("backwards", "status"),
    [(3, "healthy"), (0, "inconclusive")],
)
def test_a_run_that_was_stopped_for_time_says_what_was_watched(backwards: int, status: str) -> None:
    progress = {"event": "progress", "backwards": backwards, "optimizer_steps": backwards, "seconds": 5.0}
    assert judged(made(progress, outcome="timed-out", seconds=60.0)).status == status


@pytest.mark.parametrize("outcome", ["killed", "memory-limit", "output-limit", "stopped", "not-started"])
def test_a_run_that_was_ended_proves_nothing(outcome: str) -> None:
    assert judged(made(outcome=outcome, reason="too much")).status == "inconclusive"


def test_a_script_that_never_trained_is_told_so() -> None:
    diagnosis = judged(made(ended(backwards=0, optimizer_steps=0)))
    assert diagnosis.summary == say("en", "no_backward", backwards=0, steps=0, seconds=0)


def test_an_exit_code_before_any_backward_proves_nothing() -> None:
    assert judged(made(ended(backwards=0, exit_code=2), returncode=2)).status == "inconclusive"


@pytest.mark.parametrize(
    ("paste", "script", "status"),
    [
        (pasted(NO_GRAD), False, "inconclusive"),
        (pasted(NO_GRAD), True, "inconclusive"),
        (pasted(MISSING), False, "not-a-gradient-problem"),
        ("my robot does not learn", False, "inconclusive"),
        (None, True, "inconclusive"),
    ],
)
def test_without_a_run_the_paste_decides(paste: str | None, script: bool, status: str) -> None:
    assert judged(None, paste, has_script=script).status == status


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_where_the_simulator_is_the_reason_another_is_recommended(recorded: Recorded, lang: Any) -> None:
    run = recorded("env_plain_simulator_class")
    findings = findings_of(run, lang)
    assert findings[0].rule == "env-step-boundary"
    told = answer(Known(lang, None, run, findings)).recommendation
    assert told is not None
    assert (told.needs["gradients"], told.needs["framework"]) == (True, "torch")
    assert 0 < len(told.choices) <= 3
    assert all(choice.why and choice.caveats for choice in told.choices)


@pytest.mark.parametrize("name", ["newleaf_tensor_of_losses", "ok_ppo", "detach_requires_grad_action"])
def test_no_simulator_is_recommended_where_it_is_not_the_reason(recorded: Recorded, name: str) -> None:
    diagnosis = judged(recorded(name))
    if not diagnosis.findings or diagnosis.findings[0].rule != "env-step-boundary":
        assert diagnosis.recommendation is None
