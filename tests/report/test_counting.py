"""What was counted of a run, in words."""

from typing import Any

import pytest
from rich.cells import cell_len

from gradhelp.facts.observed import Counts, Observed, observed
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.report.counting import counted, fitted, what_was_observed
from gradhelp.report.phrases import Lang

END = {"event": "end", "seconds": 12.0, "optimizer_steps": 1, "backwards": 1}


def recording(*events: dict[str, Any], outcome: str = "exited") -> Recording:
    return Recording(({"event": "start"}, *events, {"event": "process", "outcome": outcome, "seconds": 20.0}))


ENDINGS = {
    "finished": recording({**END, "outcome": "finished"}),
    "finished too": recording({**END, "outcome": "exited", "exit_code": 0}),
    "raised": recording({"event": "exception", "type": "ValueError"}, {**END, "outcome": "raised"}),
    "exited": recording({**END, "outcome": "exited", "exit_code": 3}),
    "steps": recording({**END, "outcome": "stopped", "why": "steps"}),
    "nothing-new": recording({**END, "outcome": "stopped", "why": "nothing-new"}),
    "news": recording({**END, "outcome": "stopped", "why": "news"}),
    "lost": recording({"event": "progress", "optimizer_steps": 1}),
    **{each: recording(outcome=each) for each in ("timed-out", "stopped", "killed", "output-limit", "memory-limit")},
}


@pytest.mark.parametrize("case", ENDINGS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_how_it_ended_is_said(case: str, lang: Lang) -> None:
    seen = observed(ENDINGS[case])
    assert seen is not None
    assert seen.ended == case.partition(" ")[0]
    said = what_was_observed(seen, lang)
    assert seen.detail in said
    assert "{" not in said


def test_details() -> None:
    raised, exited = observed(ENDINGS["raised"]), observed(ENDINGS["exited"])
    assert raised is not None
    assert (
        what_was_observed(raised, "en")
        == "Watched 1 optimizer step, 1 backward pass in 12 s; it ended with ValueError."
    )
    assert exited is not None
    assert what_was_observed(exited, "zh").endswith("程序自行退出，退出码 3。")


def test_what_was_not_started_was_not_observed() -> None:
    assert observed(recording(outcome="not-started")) is None
    assert observed(Recording(())) is None


def test_an_old_recording_has_no_environment_steps() -> None:
    run = Run(recording({**END, "outcome": "finished"}))
    assert (run.environment_steps, run.optimizer_steps, run.backwards) == (None, 1, 1)
    assert Run(recording({**END, "environment_steps": 5})).environment_steps == 5


def test_a_count_of_nothing_is_not_told() -> None:
    assert counted(Counts(), "en") == []
    assert counted(Counts(environment_steps=0, iterations=0, backwards=2), "en") == ["2 backward passes"]
    assert what_was_observed(Observed(Counts(), 0.42, "finished"), "en").startswith("Watched the program for 0.4 s;")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("room", range(80))
def test_what_does_not_fit_is_said_in_brief_then_left_out_from_the_end(room: int, lang: Lang) -> None:
    counts = Counts(12_400, 31, 310, 310)
    full, brief = counted(counts, lang), counted(counts, lang, brief=True)
    line = fitted(["0:14"], full, brief, room, cell_len)
    assert cell_len(line) <= max(room, len("0:14"))
    assert line == " · ".join(["0:14", *full]) or " · ".join(["0:14", *brief]).startswith(line)
    kept = line.count(" · ")
    assert kept == len(brief) or cell_len(" · ".join(["0:14", *brief[: kept + 1]])) > room
