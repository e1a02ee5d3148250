"""Programs that go on for long: the recorder falls asleep, and what comes later is found all the same."""

from pathlib import Path

import pytest

from gradhelp.diagnose import Request, Result, diagnose

PROGRAMS = Path(__file__).parents[1] / "programs" / "long"


def events(result: Result, kind: str) -> list[dict[str, object]]:
    assert result.recording is not None
    return list(result.recording.of(kind))


@pytest.mark.parametrize(("program", "rule", "code"), [("late_error.py", "detach-call", "policy(obs).detach()"), ("late_silent.py", "grad-bandaid", "torch.tensor(")])  # fmt: skip
def test_a_fault_of_a_later_phase_is_found_in_a_second_run(program: str, rule: str, code: str) -> None:
    result = diagnose(Request(script=PROGRAMS / program))
    first = result.diagnosis.findings[0]
    source = (PROGRAMS / program).read_text(encoding="utf-8").splitlines()
    assert (first.rule, first.severity) == (rule, "error")
    assert code in source[first.line - 1]
    assert [event["chosen"] for event in events(result, "again")] == ["second"]
    assert events(result, "asleep") == []
    assert "optimizer step 400" in (result.diagnosis.run.reason or "")


def test_a_program_that_tells_nothing_new_is_ended() -> None:
    result = diagnose(Request(script=PROGRAMS / "endless.py", timeout=16))
    run = result.diagnosis.run
    assert (result.diagnosis.status, run.outcome) == ("healthy", "stopped")
    assert run.optimizer_steps >= 256
    assert "nothing new" in (run.reason or "")
    assert events(result, "asleep")
    assert not events(result, "news")


def test_as_many_steps_are_watched_as_were_asked_for() -> None:
    result = diagnose(Request(script=PROGRAMS / "endless.py", steps=7, lang="zh"))
    run = result.diagnosis.run
    assert (result.diagnosis.status, run.outcome, run.optimizer_steps) == ("healthy", "stopped", 7)
    assert "7 次" in (run.reason or "")
