"""The second process: what is done there, what it may do to the chat, and that it never stays behind."""

import os
import signal
import subprocess
import sys
import threading
import time

import chat_jobs
import pytest
from chat_samples import SCRIPT, TRACEBACK, AllAgreed, look

from gradhelp.chat import Conversation
from gradhelp.chat.elsewhere import ALWAYS, WorkerLost
from gradhelp.chat.fragments import unbound_names
from gradhelp.chat.recognise import recognised
from gradhelp.chat.turns import ErrorTurn, StartRun
from gradhelp.chat.worker import LARGE, Worker
from gradhelp.chat.worker.server import portable
from gradhelp.diagnose import Request, Result
from gradhelp.errors import UsageError
from gradhelp.facts.recording import Recording
from gradhelp.intake.traceback import read_paste

HOSTILE = "\x1b]0;title\x07[bold]\u202e\ud800\0\r\n{}%s😀"
ERROR_ONLY = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"


@pytest.fixture(scope="module")
def shared():
    """One process for the tests that leave it alive."""
    worker = Worker(large=0)
    yield worker
    worker.end()


@pytest.fixture
def worker():
    made = Worker(large=0)
    yield made
    made.end()


def gone(pid):
    """Whether the process has ended, within reason."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_large_texts_are_read_in_the_other_process_and_small_ones_here(shared):
    small = Worker(large=10)
    assert small.call(9, chat_jobs.pid) == os.getpid()
    assert small.pid is None
    assert shared.call(10, chat_jobs.pid) == shared.pid != os.getpid()


def test_it_loads_neither_torch_nor_a_terminal(shared):
    assert not {"torch", "textual", "numpy"} & set(shared.call(0, chat_jobs.loaded))


def test_values_exceptions_and_hostile_text_pass_unchanged(shared):
    assert shared.call(0, chat_jobs.echo, HOSTILE) == HOSTILE
    with pytest.raises(ValueError, match="of the user"):
        shared.call(0, chat_jobs.refuse, "of the user's")
    with pytest.raises(RuntimeError, match="Unspeakable: unspeakable"):
        shared.call(0, chat_jobs.raise_unspeakable)


@pytest.mark.parametrize("text", [TRACEBACK, SCRIPT, f"{HOSTILE}\n{TRACEBACK}", HOSTILE * 3])
def test_what_is_read_there_is_what_is_read_here(shared, text):
    ids = ("env-step-boundary",)
    assert shared.call(0, recognised, text, ids) == recognised(text, ids)
    assert shared.call(0, read_paste, text) == read_paste(text)
    assert shared.call(0, unbound_names, text) == unbound_names(text)


def test_a_large_paste_is_not_recognised_in_the_chats_process(folder, rules, store):
    asked = []

    def elsewhere(size, function, *arguments):
        if size < ALWAYS:
            asked.append((function.__name__, size))
        return function(*arguments)

    conversation = Conversation(
        folder=folder, rules=lambda: rules, consents=AllAgreed(), store=store, look=look, elsewhere=elsewhere
    )
    script = SCRIPT + "step = 1\n" * 5_000
    conversation.submit(script)
    assert asked == [("recognised", len(script)), ("unbound_names", len(script))]
    assert len(script) > LARGE
    asked.clear()
    log = "a line of a log\n" * 5_000 + ERROR_ONLY
    Conversation(folder=folder, rules=lambda: rules, store=store, look=look, elsewhere=elsewhere).submit(log)
    assert asked == [("recognised", len(log)), ("read_paste", len(log))]


def test_a_job_that_kills_the_process_is_told_and_the_next_one_gets_a_new_process(worker):
    first = worker.call(0, chat_jobs.pid)
    with pytest.raises(WorkerLost):
        worker.call(0, chat_jobs.die, "")
    assert gone(first)
    assert worker.call(0, chat_jobs.pid) not in (first, os.getpid())


def test_a_process_that_somebody_ended_is_replaced(worker):
    first = worker.call(0, chat_jobs.pid)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    assert worker.call(0, chat_jobs.echo, "again") == "again"


def test_where_no_process_can_be_started_the_work_is_done_here(worker, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert worker.call(0, chat_jobs.pid) == os.getpid()
    result, told = check(worker, Request(traceback=ERROR_ONLY))
    assert result.diagnosis.error.family == "no-grad-fn"
    assert told == ["reading"]


def test_the_conversation_survives_the_loss_of_the_worker(folder, rules, store):
    def lost(_size, function, *arguments):
        if function is read_paste:
            raise WorkerLost
        return function(*arguments)

    conversation = Conversation(
        folder=folder, rules=lambda: rules, consents=AllAgreed(), store=store, look=look, elsewhere=lost
    )
    told = ErrorTurn(text=conversation.voice.say("worker_lost"))
    assert conversation.submit(TRACEBACK)[1:] == [told]
    started = conversation.submit("train.py")[-1]
    assert conversation.ended(WorkerLost(), cancelled=False, run=started.run) == [told]
    assert isinstance(conversation.submit("again")[-1], StartRun)


def test_leaving_ends_the_process(worker):
    pid = worker.call(0, chat_jobs.pid)
    worker.end()
    assert gone(pid)
    assert worker.call(0, chat_jobs.pid) == os.getpid()


def test_it_ends_with_a_chat_that_is_killed():
    program = (
        "import os, signal; from gradhelp.chat.worker import Worker; import chat_jobs\n"
        "print(Worker(0).call(0, chat_jobs.pid), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=60)
    assert gone(int(done.stdout))


def check(worker, request, cancel=None):
    """The outcome of a check, and the stages that were told, in the calling thread."""
    told = []
    here = threading.get_ident()

    def progress(said):
        assert threading.get_ident() == here
        told.append(said.stage)

    start = StartRun(run=1, request=request)
    outcome = worker.check(start, on_progress=progress, on_found=told.append, cancel=cancel or threading.Event())
    return outcome, told


def test_a_check_is_carried_out_there(shared):
    result, told = check(shared, Request(traceback=ERROR_ONLY))
    assert isinstance(result, Result)
    assert result.diagnosis.error.family == "no-grad-fn"
    assert told == ["reading"]


def test_a_check_that_cannot_be_made_raises_what_it_raises_here(shared, tmp_path):
    with pytest.raises(UsageError, match=r"missing\.py"):
        check(shared, Request(script=tmp_path / "missing.py"))


def test_a_result_comes_whole_but_for_the_bulk_of_its_recording(shared):
    events = [
        {"event": "start", "wire": 1},
        {"event": "torch", "version": "2.13.0", "cuda": True},
        {"event": "ledger", "nodes": list(range(10_000))},
        {"event": "source", "path": "train.py", "text": SCRIPT},
        {"event": "process", "outcome": "exited"},
    ]
    diagnosis = check(shared, Request(traceback=ERROR_ONLY))[0].diagnosis
    whole = Result(
        diagnosis=diagnosis, sources={"train.py": SCRIPT}, recording=Recording(tuple(events)), change={"train.py": "0"}
    )
    came = shared.call(0, portable, whole)
    assert came.recording == Recording((events[1], events[3]))
    assert came.model_copy(update={"recording": None}) == whole.model_copy(update={"recording": None})
    assert portable(came) == came


def test_a_cancelled_check_ends_and_the_process_stays(shared, tmp_path):
    script = tmp_path / "long.py"
    script.write_text("import time\ntime.sleep(600)\n", encoding="utf-8")
    cancel = threading.Event()

    def stop(said):
        if said.stage == "running":
            cancel.set()

    pid = shared.call(0, chat_jobs.pid)
    start = StartRun(run=1, request=Request(script=script))
    outcome = shared.check(start, on_progress=stop, on_found=lambda _: None, cancel=cancel)
    assert outcome.recording is not None
    assert shared.call(0, chat_jobs.pid) == pid
