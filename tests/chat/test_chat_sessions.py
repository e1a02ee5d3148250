"""Sessions: kept as they go, listed, resumed; and what is written on request."""

import json

import pytest
from chat_samples import CUT, SCRIPT, TRACEBACK, finding, result, started, texts

from gradhelp.chat.sessions import MOST_SESSIONS, SessionStore, title_of
from gradhelp.chat.turns import Clear, DiagnosisTurn, PickSession, UserTurn
from gradhelp.experiments.search import unified
from gradhelp.sandbox.plan import RunPlan

FIXED = SCRIPT.replace(".detach()", "")
DIFF = unified({"train.py": SCRIPT}, {"train.py": FIXED})


@pytest.fixture
def repaired(conversation, folder):
    """A conversation whose last result holds a change of train.py."""
    run = started(conversation.submit("train.py")).run
    plan = RunPlan(script=folder / "train.py", cwd=folder)
    mended = CUT.model_copy(update={"fixes": [CUT.fixes[0].model_copy(update={"diff": DIFF})]})
    told = result(mended).model_copy(update={"sources": {"train.py": SCRIPT}, "plan": plan})
    conversation.finished(told, run=run)
    return conversation


def test_a_session_is_kept_as_it_goes_and_resumed(conversation, store, folder):
    conversation.submit(TRACEBACK)
    run = started(conversation.submit("yes")).run
    (header,) = store.listed()
    assert "does not require grad" in header.title
    assert [type(each).__name__ for each in store.load(header.id)][:2] == ["UserTurn", "NoteTurn"]
    conversation.finished(result(CUT), run=run)
    conversation.submit("/new")
    conversation.submit("/history")
    steps = conversation.submit("/resume 1")
    assert any(isinstance(step, Clear) for step in steps)
    assert UserTurn(text=TRACEBACK) in steps
    assert any(isinstance(step, DiagnosisTurn) for step in steps)
    assert "Explanation of env-step-boundary" in texts(conversation.submit("why"))
    request = started(conversation.submit("again")).request
    assert (request.script, request.traceback) == (folder / "train.py", TRACEBACK)


def test_a_resumed_repair_can_be_written(repaired, store, folder):
    (header,) = store.listed()
    repaired.submit("/new")
    repaired.resume(header)
    assert "Written: train.py" in texts(repaired.submit("/apply"))
    assert (folder / "train.py").read_text() == FIXED


def test_history_lists_what_was_said_first(conversation):
    assert "no earlier" in texts(conversation.submit("/history")[:2])
    conversation.submit("/new")
    steps = conversation.submit("/history")
    assert "/history" in texts(steps)
    assert isinstance(steps[-1], PickSession)


def test_damaged_sessions_are_passed_over(store, conversation, tmp_path):
    conversation.submit("train.py")
    folder = tmp_path / "sessions"
    (kept,) = folder.iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text(kept.read_text() + "{\n" + json.dumps({"kind": "Clear", "value": {}}) + "\nnull\n")
    (folder / "z.jsonl").write_text("nonsense\n")
    deep, naive = "[" * 100_000, '{"id": "y", "when": "2020-01-01T00:00:00", "folder": "/", "title": "no time zone"}'
    kept.write_text(f"{kept.read_text()}{deep}\n")
    (folder / "y.jsonl").write_text(f"{naive}\n")
    assert len(store.listed()) == 1
    assert len(store.load(store.listed()[0].id)) == 3
    assert store.load("../../etc/passwd") == []


def test_old_sessions_make_room(tmp_path):
    store = SessionStore(tmp_path)
    for number in range(MOST_SESSIONS + 5):
        store.begin(tmp_path, str(number))
    assert len(store.listed()) == MOST_SESSIONS


def test_a_folder_that_cannot_be_written_keeps_nothing_and_disturbs_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    store = SessionStore(tmp_path / "file" / "below")
    store.journal(tmp_path).add([UserTurn(text="\ud800 lone")])
    assert store.listed() == []


def test_hostile_titles():
    assert title_of("a\n\x1b[31mRuntimeError: \u202e x\n") == "RuntimeError: x"
    assert len(title_of("x" * 1000)) <= 72


def test_apply_and_undo(repaired, folder):
    assert "train.py.bak" in texts(repaired.submit("/apply"))
    assert (folder / "train.py").read_text() == FIXED
    assert (folder / "train.py.bak").read_text() == SCRIPT
    assert "Put back: train.py" in texts(repaired.submit("/undo"))
    assert (folder / "train.py").read_text() == SCRIPT
    assert not (folder / "train.py.bak").exists()
    assert "nothing to undo" in texts(repaired.submit("/undo"))


def test_what_was_changed_since_is_left_alone(repaired, folder):
    repaired.submit("/apply")
    (folder / "train.py").write_text("mine")
    assert "has been changed since" in texts(repaired.submit("/undo"))
    assert (folder / "train.py").read_text() == "mine"
    assert "train.py" in texts(repaired.submit("/apply"))
    assert (folder / "train.py").read_text() == "mine"


def test_a_fix_that_was_taken_back_by_hand_is_written_again(repaired, folder):
    repaired.submit("/apply")
    (folder / "train.py").write_text(SCRIPT)
    assert "train.py.bak1" in texts(repaired.submit("/apply"))
    assert (folder / "train.py").read_text() == FIXED
    assert "written already" in texts(repaired.submit("/apply"))
    assert "Put back: train.py" in texts(repaired.submit("/undo"))


def test_patches_and_exports_overwrite_nothing(repaired, folder):
    repaired.submit("/save")
    assert (folder / "gradhelp.patch").read_text() == DIFF
    assert "gradhelp-2.patch" in texts(repaired.submit("/save"))
    assert "exists already" in texts(repaired.submit("/save train.py"))
    assert "cannot be written" in texts(repaired.submit("/export missing/folder/x.md"))
    assert "gradhelp-chat.md" in texts(repaired.submit("/export"))
    assert (folder / "train.py").read_text() == SCRIPT


def test_there_is_nothing_to_write_without_a_repair(conversation):
    assert "no repair" in texts(conversation.submit("/apply"))
    assert "no repair" in texts(conversation.submit("/save"))
    run = started(conversation.submit(SCRIPT)).run
    plan = RunPlan(script="stdin.py", overlay={"stdin.py": SCRIPT})
    conversation.finished(result(CUT).model_copy(update={"plan": plan}), run=run)
    assert "pasted" in texts(conversation.submit("/apply"))


def test_trying_the_fixes_is_told_after_the_diagnosis(conversation):
    run = started(conversation.submit("train.py")).run
    (shown,) = conversation.found(result(CUT), run=run)
    assert shown.result.diagnosis.findings[0].fixes[0].verification == ""
    assert conversation.running == run
    kinds = [type(step).__name__ for step in conversation.finished(result(CUT), run=run)]
    assert kinds == ["FixesTurn", "NoteTurn"]
    run = started(conversation.submit("again")).run
    conversation.found(result(CUT, finding("backward-twice")), run=run)
    steps = conversation.finished(result(finding("backward-twice"), CUT), run=run)
    assert [type(step).__name__ for step in steps] == ["NoteTurn", "DiagnosisTurn", "NoteTurn"]
