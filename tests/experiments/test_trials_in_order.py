"""The order in which repairs are tried, and how one is built upon another; no program is run here."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from gradhelp.experiments import cache
from gradhelp.experiments.choice import promoted
from gradhelp.experiments.judge import Judgement
from gradhelp.experiments.search import Attempt, Proposal, Search, changed_lines, unified
from gradhelp.experiments.told import verification
from gradhelp.experiments.trial import Outcome
from gradhelp.sandbox.plan import RunPlan


class Laboratory:
    """Answers each attempt with the next of the outcomes that were told; remembers what was tried."""

    cancelled = False

    def __init__(self, first, *outcomes):
        self.first, self.outcomes, self.tried = Outcome(first, {}), list(outcomes), []
        self.sources = first.recording.sources

    def attempt(self, texts):
        self.tried.append(texts)
        return self.outcomes.pop(0) if self.outcomes else self.first


def repair(laboratory, **limits):
    search = Search(laboratory, time.monotonic() + 60)
    return search.repair(laboratory.first.loud[0], **limits)


def test_the_least_change_is_tried_first(recorded):
    laboratory = Laboratory(recorded("numpy_tolist_reward_model"))
    found = repair(laboratory)
    sizes = [attempt.proposal.cost for attempt in found.attempts]
    assert sizes == sorted(sizes)
    assert found.verified is None
    assert found.best is None


def test_after_its_time_nothing_is_tried_but_the_change_is_shown(recorded):
    laboratory = Laboratory(recorded("detach_requires_grad_action"))
    found = Search(laboratory, time.monotonic() - 1).repair(laboratory.first.loud[0])
    assert not laboratory.tried
    assert found.best is not None


def test_what_shows_behind_the_finding_is_mended_on_top(recorded, monkeypatch):
    bandaid, behind = recorded("bandaid_requires_grad_method"), recorded("detach_requires_grad_action")
    laboratory = Laboratory(bandaid, Outcome(behind, {}), Outcome(behind, {}))
    verdicts = iter([Judgement(False, "new_finding"), Judgement(True, "verified")])
    monkeypatch.setattr("gradhelp.experiments.search.judge", lambda *_: next(verdicts))
    found = repair(laboratory)
    assert found.verified is not None
    assert found.verified.proposal.patches == ("remove-bandaid", "drop-detach")
    assert set(laboratory.tried[0]) <= set(found.verified.proposal.texts)


def test_placeholders_are_shown_and_never_run(recorded, monkeypatch):
    laboratory = Laboratory(recorded("detach_requires_grad_action"))
    monkeypatch.setattr("gradhelp.experiments.search.RANKS", {"safe": 2, "maybe": 2, "placeholders": 2})
    found = repair(laboratory)
    assert not laboratory.tried
    assert found.best is not None


def test_a_diff_names_its_files_and_counts_its_lines():
    before, after = {"a.py": "x\ny\nz"}, {"a.py": "x\nw\nz"}
    assert changed_lines(before, after) == 2
    assert unified(before, after).startswith("--- a/a.py\n+++ b/a.py\n@@")
    assert "\\ No newline at end of file" in unified(before, after)


def test_the_winner_takes_the_place_and_the_severity(recorded):
    hits = Outcome(recorded("detach_requires_grad_action"), {}).hits
    first, (other, severity) = hits[0][0], (hits[-1][0], hits[-1][1])
    if other is first:
        pytest.skip("the recording has one finding only")
    assert severity == "note"
    moved = promoted(hits, other, first)
    assert moved[0] == (other, hits[0][1])
    assert moved[1] == (first, "note")


def test_a_trial_is_remembered_by_all_that_went_into_it(tmp_path, monkeypatch, recorded):
    monkeypatch.setenv("GRADHELP_CACHE", str(tmp_path))
    plan = RunPlan(script=Path("a.py"), cwd=tmp_path)
    name = cache.key(plan, {"a.py": "1"}, {"a.py": "2"})
    assert name != cache.key(plan, {"a.py": "1"}, {"a.py": "3"})
    assert name != cache.key(RunPlan(script=Path("a.py"), cwd=tmp_path, args=("-v",)), {"a.py": "1"}, {"a.py": "2"})
    assert cache.load(name) is None
    recording = recorded("detach_requires_grad_action").recording
    cache.store(name, recording)
    assert cache.load(name) == recording
    (tmp_path / "trials" / f"{name}.jsonl.gz").write_bytes(b"damaged")
    assert cache.load(name) is None


def test_a_cost_puts_what_is_safe_before_what_may_not_be_meant():
    safe, maybe = Proposal({}, ("a",), 0, 9), Proposal({}, ("b",), 1, 1)
    assert min([maybe, safe], key=lambda each: each.cost) is safe
    assert Attempt(safe, Judgement(True, "verified"), None).judgement.verified  # type: ignore[arg-type]


def test_a_change_that_is_held_back_is_not_said_to_be_unknown(recorded):
    laboratory = Laboratory(recorded("numpy_tolist_reward_model"))
    untried = Search(laboratory, time.monotonic() - 1).repair(laboratory.first.loud[0])
    untried.left = [replace(each, rank=1) for each in untried.left]
    assert untried.left
    assert "is known" in verification(untried, "en", run=False)
    assert "no time" in verification(untried, "en", run=True)
    untried.left = []
    assert "No change of a known kind" in verification(untried, "en", run=False)
