"""Any fix that carries a change can be written, saved and taken back, also after a restart."""

import pytest
from chat_samples import SCRIPT, TRACEBACK, AllAgreed, finding, look, result, started, texts

from gradhelp.chat import Conversation
from gradhelp.chat.sessions import SessionStore
from gradhelp.chat.turns import QuestionTurn
from gradhelp.experiments.search import unified
from gradhelp.model.diagnosis import Fix
from gradhelp.report.phrases import Lang
from gradhelp.sandbox.plan import RunPlan

NET = "import torch\nnet = torch.nn.Linear(2, 1)\n"
SOURCES = {"train.py": SCRIPT, "net.py": NET}
FIRST = SCRIPT.replace(".detach()", "")
SECOND = SCRIPT.replace(".detach().sum()", ".mean()")
OTHER = NET.replace("2, 1", "2, 2")


def fix(title: str, text: str, file: str = "train.py", verified: bool = True) -> Fix:
    told = "It ran 5 steps." if verified else "The [red]run[/] ended early.\x1b[2J"
    return Fix(title=title, steps=[], diff=unified(SOURCES, {file: text}), verified=verified, verification=told)


FINDINGS = (
    finding(fixes=[fix("one", FIRST), Fix(title="in words", steps=["Think."]), fix("three", SECOND, verified=False)]),
    finding("backward-twice", line=2, file="net.py", fixes=[fix("other", OTHER, "net.py")]),
    finding("backward-twice", line=5, fixes=[fix("same file", SECOND)]),
)


def talk(folder, store, lang: Lang = "en"):
    return Conversation(folder=folder, rules=lambda: (), consents=AllAgreed(), store=store, look=look, lang=lang)


def check(conversation, folder, findings=FINDINGS, args=()):
    run = started(conversation.submit("train.py")).run
    plan = RunPlan(script=folder / "train.py", cwd=folder, args=args)
    conversation.finished(result(*findings).model_copy(update={"sources": SOURCES, "plan": plan}), run=run)


@pytest.fixture
def files(folder):
    """The folder with both files as they were checked."""
    (folder / "net.py").write_text(NET)
    return folder


@pytest.fixture
def checked(files, store):
    """A conversation whose last check has found three things."""
    conversation = talk(files, store)
    check(conversation, files)
    return conversation


def held(folder):
    return [{SCRIPT: "old", FIRST: "first", SECOND: "second", NET: "old", OTHER: "other"}.get((folder / name).read_text())
            for name in ("train.py", "net.py")]  # fmt: skip


def options(steps):
    return {each.label: each.reply for step in steps if isinstance(step, QuestionTurn) for each in step.options}


def test_the_first_is_written_and_it_is_said_what_to_run(files, store):
    conversation = talk(files, store)
    check(conversation, files, args=("--steps", "2 000"))
    steps = conversation.submit("/apply")
    assert "Written: train.py. The old content lies in train.py.bak" in texts(steps)
    assert "To train, run: python train.py --steps '2 000'" in texts(steps)
    assert options(steps) == {"Check again": "/again", "Undo": "/undo"}
    assert held(files) == ["first", "old"]


def test_a_fix_that_was_not_verified_says_so_before_it_is_written(checked, files):
    steps = checked.submit("/apply 3")
    assert "not seen to work" in texts(steps)
    assert "The [red]run[/] ended early." in texts(steps)
    assert "\x1b" not in texts(steps)
    assert held(files) == ["old", "old"]
    assert "not seen to work" in texts(checked.submit(options(steps)["Write it all the same"]))
    assert held(files) == ["second", "old"]


def test_fixes_of_other_findings_are_reached_by_number(checked, files):
    checked.submit("/finding 2")
    assert "net.py.bak" in texts(checked.submit("/apply"))
    assert held(files) == ["old", "other"]
    checked.submit("/apply 1.1")
    assert held(files) == ["first", "other"]
    assert "can still take back: 1" in texts(checked.submit("/undo"))
    assert held(files) == ["old", "other"]
    checked.submit("/undo")
    assert held(files) == ["old", "old"]


@pytest.mark.parametrize("asked", ["/apply 3.1", "/apply 1.3"])
def test_another_fix_of_the_same_is_written_only_in_place_of_the_first(checked, files, asked):
    checked.submit("/apply")
    steps = checked.submit(asked)
    assert "were not tried together" in texts(steps)
    assert held(files) == ["first", "old"]
    steps = checked.submit(options(steps)["Take it back, write this one"])
    if "Write it all the same" in options(steps):
        assert held(files) == ["first", "old"]
        steps = checked.submit(options(steps)["Write it all the same"])
    assert "Put back: train.py" in texts(steps)
    assert held(files) == ["second", "old"]
    checked.submit("/undo")
    assert held(files) == ["old", "old"]
    assert "nothing to undo" in texts(checked.submit("/undo"))


def test_the_same_fix_is_not_written_twice(checked, files):
    checked.submit("/apply")
    assert "written already" in texts(checked.submit("/apply 1"))
    assert held(files) == ["first", "old"]


@pytest.mark.parametrize("asked", ["/apply 2", "/apply 1.2", "/save 9"])
def test_what_carries_no_change_is_told_apart(checked, files, asked):
    assert "1.1, 1.3" in texts(checked.submit(asked))
    assert not list(files.glob("*.patch"))


def test_patches_by_number(checked, files):
    checked.submit("/save 3 mine.patch")
    checked.submit("/save 2.1")
    assert (files / "mine.patch").read_text() == FINDINGS[0].fixes[2].diff
    assert (files / "gradhelp.patch").read_text() == FINDINGS[1].fixes[0].diff


def test_one_fix_is_shown_by_number(checked):
    told = texts(checked.submit("/fix 3"))
    assert "three" in told
    assert "**one**" not in told
    assert "`/apply 1.3`" in told
    assert "**other**" in texts(checked.submit("/fix 2.1"))
    assert "no fix 7" in texts(checked.submit("/fix 7"))


def test_what_was_written_is_taken_back_after_a_restart(checked, files, store):
    checked.submit("/apply 1")
    checked.submit("/apply 2.1")
    checked.submit("/undo")
    (header,) = store.listed()
    again = talk(files, SessionStore(files / "sessions"))
    again.resume(header)
    assert "were not tried together" in texts(again.submit("/apply 3"))
    assert "Put back: train.py" in texts(again.submit("/undo"))
    assert held(files) == ["old", "old"]
    assert "nothing to undo" in texts(again.submit("/undo"))
    third = talk(files, SessionStore(files / "sessions"))
    third.resume(header)
    assert "nothing to undo" in texts(third.submit("/undo"))


@pytest.mark.parametrize("touched", ["train.py", "train.py.bak"])
def test_after_a_restart_too_what_was_changed_since_is_left_alone(checked, files, store, touched):
    checked.submit("/apply")
    (header,) = store.listed()
    (files / touched).write_text("mine")
    again = talk(files, store)
    again.resume(header)
    assert "has been changed since" in texts(again.submit("/undo"))
    assert (files / touched).read_text() == "mine"


def test_a_session_that_is_resumed_by_its_number_is_not_written_twice(checked, files, store):
    (header,) = store.listed()
    before = len(store.load(header.id))
    again = talk(files, store)
    steps = again.submit("/resume 1")
    assert len(store.load(header.id)) == before
    assert steps[-1].text == "Going on with: train.py"
    assert [each.title for each in store.listed()].count("train.py") == 1


def test_in_chinese(files, store):
    conversation = talk(files, store, "zh")
    check(conversation, files)
    conversation.submit("/apply")
    steps = conversation.submit("/apply 3")
    steps = conversation.submit(options(steps)["撤销它，写入这一处"])
    assert "没有观察到这处修改有效" in texts(steps)
    assert "开始训练" in texts(conversation.submit(options(steps)["仍然写入"]))
    assert held(files) == ["second", "old"]


def checked_with_a_traceback(folder, store):
    conversation = talk(folder, store)
    conversation.submit(TRACEBACK)
    run = started(conversation.submit("yes")).run
    plan = RunPlan(script=folder / "train.py", cwd=folder)
    conversation.finished(result(*FINDINGS).model_copy(update={"sources": SOURCES, "plan": plan}), run=run)
    return conversation


@pytest.mark.parametrize("by_hand", [True, False])
def test_the_mended_program_is_checked_without_its_old_traceback(files, store, by_hand):
    conversation = checked_with_a_traceback(files, store)
    if by_hand:
        (files / "train.py").write_text(SECOND)
    else:
        conversation.submit("/apply")
    steps = conversation.submit("again")
    request = started(steps).request
    assert (request.traceback, request.steps, request.script) == (None, 40, files / "train.py")
    assert "40 optimizer steps" in texts(steps)
    conversation.finished(result(status="healthy"), run=started(steps).run)
    assert started(conversation.submit("again")).request.steps is None


def test_the_traceback_is_held_against_what_it_came_from(files, store):
    conversation = checked_with_a_traceback(files, store)
    conversation.submit("/apply")
    conversation.submit("/undo")
    request = started(conversation.submit("again")).request
    assert (request.traceback is None, request.steps) == (False, None)
