"""The life of a run as the conversation sees it."""

from pathlib import Path

import pytest
from chat_samples import CUT, SCRIPT, TRACEBACK, AllAgreed, finding, look, result, started, texts

from gradhelp.chat import Conversation
from gradhelp.chat.turns import (
    Clear,
    DiagnosisTurn,
    ErrorTurn,
    NoteTurn,
    ProgressTurn,
    QuestionTurn,
    Quit,
    StartRun,
    StopRun,
)
from gradhelp.diagnose import Progress
from gradhelp.errors import AnalysisError
from gradhelp.facts.observed import Counts
from gradhelp.facts.recording import Recording


@pytest.fixture
def run(conversation):
    return started(conversation.submit("train.py")).run


def test_the_request_carries_interpreter_and_language(folder, rules, store):
    asked = {"consents": AllAgreed(), "look": look, "store": store}
    conversation = Conversation(folder=folder, rules=lambda: rules, lang="zh", python="/opt/python", **asked)
    request = started(conversation.submit("train.py")).request
    assert (request.python, request.lang) == ("/opt/python", "zh")


@pytest.mark.parametrize("stage", ["reading", "copying", "running", "analysing"])
def test_progress_is_told_in_words(conversation, run, stage):
    (turn,) = conversation.progress(
        Progress(stage=stage, counts=Counts(optimizer_steps=12, backwards=1), seconds=1.5), run=run
    )
    assert isinstance(turn, ProgressTurn)
    assert turn.stage
    assert turn.counts == ("12 optimizer steps", "1 backward pass")
    (first,) = conversation.progress(Progress(stage=stage), run=run)
    assert first.counts == ()


WATCHED = Recording(
    (
        {"event": "start"},
        {"event": "end", "outcome": "stopped", "why": "nothing-new", "seconds": 14.2, "environment_steps": 12_400,
         "iterations": 31, "optimizer_steps": 310, "backwards": 310},
        {"event": "process", "outcome": "exited"},
    )
)  # fmt: skip
TOLD = "Watched 12,400 environment steps, 310 optimizer steps, 31 iterations in 14 s; stopped because nothing new came."


@pytest.mark.parametrize("found", [True, False])
def test_what_was_observed_is_said_once_and_kept(conversation, run, found):
    watched = result(CUT).model_copy(update={"recording": WATCHED})
    told = conversation.found(watched, run=run) if found else []
    told += conversation.finished(watched, run=run)
    assert next(turn.text for turn in told if isinstance(turn, NoteTurn)) == TOLD
    assert sum(getattr(turn, "text", "") == TOLD for turn in told) == 1
    (kept,) = conversation.store.listed()
    assert NoteTurn(text=TOLD) in conversation.store.load(kept.id)


def test_what_was_observed_until_the_user_stopped_it(conversation, run):
    events = (
        *WATCHED.events[:1],
        {"event": "progress", "backwards": 7, "seconds": 3.0},
        {"event": "process", "outcome": "stopped"},
    )
    stopped = result(status="inconclusive").model_copy(update={"recording": Recording(events)})
    assert conversation.stopped(stopped, run=run)[-1].text == "Watched 7 backward passes in 3.0 s; stopped by you."


def test_a_result_is_shown_with_what_can_be_asked_next(conversation, run):
    shown, note = conversation.finished(result(CUT, finding("backward-twice")), run=run)
    assert isinstance(shown, DiagnosisTurn)
    assert shown.result.diagnosis.findings[0] == CUT
    assert "1 more" in note.text
    assert conversation.running is None


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (result(CUT), "fix"),
        (result(status="healthy"), "rules"),
        (result(status="inconclusive"), "give me more"),
        (result(status="not-a-gradient-problem"), "rules"),
    ],
)
def test_every_outcome_leads_on(conversation, run, outcome, told):
    assert told in conversation.finished(outcome, run=run)[-1].text


def test_stop_stops(conversation, run):
    assert conversation.submit("/stop")[-1] == StopRun()
    assert conversation.running == run
    (note,) = conversation.stopped(run=run)
    assert "Stopped" in note.text
    assert conversation.running is None


def test_what_a_stopped_run_had_seen_is_shown(conversation, run):
    note, shown = conversation.stopped(result(CUT), run=run)
    assert isinstance(note, NoteTurn)
    assert isinstance(shown, DiagnosisTurn)
    assert "Explanation of env-step-boundary" in texts(conversation.submit("why"))


def test_without_a_run_there_is_nothing_to_stop(conversation):
    assert "Nothing is running" in texts(conversation.submit("stop"))


def test_own_errors_are_shown_as_they_are(conversation, run):
    assert conversation.failed(AnalysisError("python is missing"), run=run) == [ErrorTurn(text="python is missing")]


def test_other_errors_are_called_a_fault_of_gradhelp(conversation, run):
    (turn,) = conversation.failed(ValueError("boom"), run=run)
    assert "fault of gradhelp" in turn.text
    assert "ValueError: boom" in turn.text
    assert started(conversation.submit("again")).request.script is not None


def test_reports_on_forgotten_runs_are_ignored(conversation, run):
    conversation.submit("/new")
    assert conversation.progress(Progress(stage="running"), run=run) == []
    assert conversation.finished(result(CUT), run=run) == []
    assert conversation.stopped(run=run) == []
    assert conversation.failed(ValueError(), run=run) == []
    assert "no diagnosis yet" in texts(conversation.submit("why"))


@pytest.mark.parametrize(
    ("outcome", "cancelled", "expected"),
    [
        (result(CUT), False, DiagnosisTurn),
        (ValueError(), False, ErrorTurn),
        (ValueError(), True, NoteTurn),
        (result(status="inconclusive"), True, NoteTurn),
    ],
)
def test_the_end_of_a_run_is_told_by_what_ended_it(conversation, run, outcome, cancelled, expected):
    assert isinstance(conversation.ended(outcome, cancelled=cancelled, run=run)[0], expected)


def test_a_new_run_has_a_new_number(conversation, run):
    conversation.finished(result(CUT), run=run)
    assert started(conversation.submit("again")).run != run


def test_again_repeats_the_whole_request(conversation):
    conversation.submit(TRACEBACK)
    first = started(conversation.submit("yes"))
    conversation.finished(result(CUT), run=first.run)
    assert started(conversation.submit("run it again")).request == first.request


def test_problems_given_during_a_run_wait_for_its_end(conversation, run):
    steps = [*conversation.submit("walker.ipynb"), *conversation.submit(SCRIPT)]
    assert not any(isinstance(step, StartRun) for step in steps)
    following = conversation.finished(result(CUT), run=run)
    assert isinstance(following[0], DiagnosisTurn)
    assert started(following).request.script.name == "walker.ipynb"
    assert started(conversation.stopped(run=conversation.running)).request.source == SCRIPT


def test_questions_are_answered_during_a_run(conversation, run):
    assert "/stop" in texts(conversation.submit("help"))
    assert "backward-twice" in texts(conversation.submit("rules"))
    assert conversation.running == run


@pytest.mark.parametrize("word", ["again", "/run", "yes"])
def test_no_second_run_beside_the_first(conversation, run, word):
    steps = conversation.submit(word)
    assert not any(isinstance(step, StartRun) for step in steps)
    assert "A check is running" in texts(steps)


def test_new_forgets_everything(conversation, run):
    conversation.submit("walker.ipynb")
    steps = conversation.submit("/new")
    assert steps[1:3] == [StopRun(), Clear()]
    assert conversation.running is None
    assert "neither" in texts(conversation.submit("again"))
    assert "neither" in texts(conversation.submit("/run"))


@pytest.mark.parametrize("word", ["/quit", "exit", "退出", ":q"])
def test_quit(conversation, word):
    assert conversation.submit(word)[-1] == Quit()


def refused_by_isolation(allow):
    process = {"event": "process", "outcome": "exited", "refused": {"path": "/data/runs/x.pt", "allow": allow}}
    return result(status="inconclusive").model_copy(update={"recording": Recording(({"event": "start"}, process))})


def test_a_program_that_was_kept_out_is_let_in_by_the_users_word_alone(conversation):
    first = started(conversation.submit("train.py"))
    assert first.request.allow_write == ()
    asked = conversation.finished(refused_by_isolation("/data/runs"), run=first.run)[-1]
    assert "/data/runs" in asked.text
    allow, refuse = (option.reply for option in asked.options)
    again = started(conversation.submit(allow))
    assert (again.request.script, again.request.allow_write) == (first.request.script, (Path("/data/runs"),))
    conversation.finished(refused_by_isolation("/data/more"), run=again.run)
    told = texts(conversation.submit(refuse))
    assert "gradhelp run" in told
    assert "no open question" in texts(conversation.submit(allow))


def test_what_would_allow_too_much_is_not_offered(conversation):
    run = started(conversation.submit("train.py")).run
    assert not isinstance(conversation.finished(refused_by_isolation(None), run=run)[-1], QuestionTurn)


def test_a_fault_of_ours_is_told_and_the_conversation_goes_on(conversation, run, monkeypatch):
    def fail(*_arguments, **_options):
        raise LookupError("a bug")

    reports = conversation._runs.reports
    with monkeypatch.context() as broken:
        broken.setattr(reports, "finished", fail)
        (told,) = conversation.ended(result(CUT), cancelled=False, run=run)
    assert "a bug" in told.text
    assert conversation.running is None
    with monkeypatch.context() as broken:
        broken.setattr(conversation, "_respond", fail)
        assert "a bug" in conversation.submit("why")[-1].text
    assert started(conversation.submit("train.py"))
