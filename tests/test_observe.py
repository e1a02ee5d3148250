"""When a program is run a second time, how, and which of the two recordings counts; what is said of it."""

import re
import tomllib
from typing import Any

import pytest

from gradhelp.extent import extent
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.observe import CLOSELY, better, closely, what_was_missed
from gradhelp.paths import knowledge
from gradhelp.sandbox.plan import RunPlan, Watching
from gradhelp.verdict import Known, answer

NO_GRAD = "element 0 of tensors does not require grad and does not have a grad_fn"


def recording(*events: dict[str, Any], steps: int = 400) -> Recording:
    end = {"event": "end", "outcome": "finished", "optimizer_steps": steps, "backwards": steps}
    start, process = {"event": "start", "wire": 1}, {"event": "process", "outcome": "exited", "returncode": 0}
    return Recording((start, *events, end, process))


def news(why: str) -> dict[str, Any]:
    return {"event": "news", "why": why, "steps": 400}


def raised(kind: str, message: str) -> dict[str, Any]:
    return {"event": "exception", "type": kind, "message": message, "frames": [], "cause": None}


@pytest.mark.parametrize(
    ("events", "missed"),
    [
        ((), False),
        ((news("backward"),), True),
        ((news("error"), raised("RuntimeError", NO_GRAD)), True),
        ((news("error"), raised("AssertionError", "it does not learn")), True),
        ((news("error"), raised("ModuleNotFoundError", "No module named 'tensorboard'")), False),
        ((news("error"), raised("KeyboardInterrupt", "")), False),
    ],
)
def test_what_calls_for_a_second_run(events: tuple[dict[str, Any], ...], missed: bool) -> None:
    assert (what_was_missed(recording(*events)) is not None) is missed


def test_the_second_run_does_not_sleep_and_ends_soon_after() -> None:
    assert closely(Watching(hurry=True, rest=30), news("backward")) == Watching(False, again=400, steps=400 + CLOSELY)
    assert closely(Watching(steps=410), news("backward")).steps == 410
    assert closely(Watching(rest=30), news("error")) == Watching(False, again=400)


@pytest.mark.parametrize(
    ("why", "second", "chosen"),
    [
        ("backward", recording(steps=464), "second"),
        ("backward", recording(steps=200), "first"),
        ("error", recording(raised("RuntimeError", NO_GRAD)), "second"),
        ("error", recording(steps=900), "first"),
    ],
)
def test_the_recording_that_shows_more_counts(why: str, second: Recording, chosen: str) -> None:
    first = recording(news(why))
    counts = better(first, second, news(why))
    again = counts.last("again")
    assert again is not None
    assert again["chosen"] == chosen
    assert counts.process["outcome"] == "exited"
    assert extent(Run(counts), "en") != extent(Run(counts), "zh")


def judged(lang: Any, *events: dict[str, Any], **end: Any) -> Diagnosis:
    made = recording(*events)
    closing = {"event": "end", "outcome": "stopped", "optimizer_steps": 900, "backwards": 900, **end}
    return answer(Known(lang, None, Run(Recording((*made.events[:-2], closing, made.events[-1]))), []))


@pytest.mark.parametrize(("lang", "word"), [("en", "nothing new"), ("zh", "没有出现新情况")])
def test_an_ended_run_says_what_was_not_seen(lang: str, word: str) -> None:
    diagnosis = judged(lang, {"event": "asleep", "steps": 400, "patience": 128}, why="nothing-new")
    assert (diagnosis.status, diagnosis.run.outcome) == ("healthy", "stopped")
    assert word in (diagnosis.run.reason or "")
    assert "628" in (diagnosis.run.reason or "")


def test_news_of_a_run_in_place_are_told() -> None:
    diagnosis = judged("en", {"event": "asleep", "steps": 300, "patience": 128}, news("backward"), outcome="finished")
    assert (diagnosis.status, diagnosis.run.outcome) == ("healthy", "finished")
    assert "step 400" in (diagnosis.run.reason or "")


def test_every_sentence_is_there_in_both_languages() -> None:
    with (knowledge() / "templates" / "extent.toml").open("rb") as stream:
        said = tomllib.load(stream)
    assert said["en"].keys() == said["zh"].keys()
    for key, sentence in said["en"].items():
        assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", said["zh"][key])), key


def test_a_script_in_place_is_never_ended(tmp_path: Any) -> None:
    with pytest.raises(ValueError, match="in place"):
        RunPlan(script=tmp_path / "a.py", in_place=True, watching=Watching(steps=3))
