"""The conversation line by line."""

import io
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gradhelp.chat import Conversation
from gradhelp.chat.sessions import SessionStore
from gradhelp.diagnose import Outlook, Progress, Result
from gradhelp.facts.observed import Counts
from gradhelp.model.diagnosis import Diagnosis, Finding, Fix
from gradhelp.plain import PlainChat, Screen, messages

ROOT = Path(__file__).parents[2]
TRACEBACK = """Traceback (most recent call last):
  File "agent.py", line 3, in <module>
    loss.backward()

RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
CUT = Finding(
    rule="detach-call", severity="error", evidence="live", file="agent.py", line=2, title="`.detach()` cuts it",
    explanation="Because.", fixes=[Fix(title="Drop it", steps=["Drop it."], diff="-a\n+b\n", verified=True, verification="Seen.")],
)  # fmt: skip
FOUND = Result(diagnosis=Diagnosis(status="diagnosed", summary="It is cut.", findings=[CUT]))


class Agreed:
    def given(self, folder):
        return True

    def give(self, folder):
        pass


def look(request):
    return Outlook(python=Path("/venv/bin/python"), version="3.11.7", torch="2.6.0", isolation="copy", timeout=60)


def on_streams():
    return Screen(lambda text: sys.stdout.write(text), lambda text: sys.stderr.write(text), width=100)


def runs(start, *, on_progress, on_found, cancel):
    on_progress(Progress(stage="running", counts=Counts(optimizer_steps=3)))
    on_found(FOUND)
    return FOUND


@pytest.fixture
def chat(tmp_path):
    (tmp_path / "agent.py").write_text("import torch\nx = 1\nloss.backward()\n")
    store = SessionStore(tmp_path / "sessions")
    told = {"consents": Agreed(), "store": store, "look": look, "rules": lambda: ()}
    return PlainChat(Conversation(folder=tmp_path, **told), on_streams(), runs)


def test_from_a_traceback_to_the_fix(chat, capsys):
    chat.begin()
    chat.converse(messages(io.StringIO(f"{TRACEBACK}1\nwhy\n/quit\nnever read\n"), lambda: False))
    told, aside = capsys.readouterr()
    for text in ("1 Run it", "error[detach-call]", "Verified", "Because.", "Running agent.py"):
        assert text in told
    assert "never read" not in told
    assert "Running …" in aside
    assert "\x1b" not in told


def test_a_run_that_goes_on_says_so_now_and_then(tmp_path, capsys):
    (tmp_path / "agent.py").write_text("x = 1\n")

    def silent(start, *, on_progress, on_found, cancel):
        on_progress(Progress(stage="running", counts=Counts(environment_steps=2048, optimizer_steps=3)))
        time.sleep(0.5)
        on_progress(Progress(stage="running", counts=Counts(environment_steps=4096, optimizer_steps=6)))
        time.sleep(0.3)
        return FOUND

    told = {"consents": Agreed(), "store": SessionStore(tmp_path / "s"), "look": look, "rules": lambda: ()}
    PlainChat(Conversation(folder=tmp_path, **told), on_streams(), silent, pace=0.1).take("agent.py")
    aside = capsys.readouterr().err.splitlines()
    assert aside[0] == "Running …"
    assert "Running · 0:00 · 2,048 environment steps · 3 optimizer steps" in aside[1:3]
    assert any("4,096 environment steps" in line for line in aside)
    assert 3 <= len(aside) <= 10


def test_messages_are_lines_tracebacks_and_fences():
    source = "import torch\n\nprint(1)\n"
    given = f"help\n```python\n{source}```\n{TRACEBACK}/quit\n"
    assert list(messages(io.StringIO(given), lambda: False)) == ["help\n", source, TRACEBACK, "/quit\n"]


def test_what_comes_at_once_is_one_message():
    there = iter([True, True, False, False])
    assert list(messages(io.StringIO("a = 1\n\nb = 2\nhelp\n"), lambda: next(there))) == ["a = 1\n\nb = 2\n", "help\n"]


def test_hostile_text_is_shown_inert(chat, capsys):
    chat.take("/probe \x1b[31m\u202e[red]x")
    chat.take("\x1b]0;title\x07what.py")
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_an_interrupt_ends_the_run_and_not_the_chat(tmp_path, capsys, monkeypatch):
    stopped = threading.Event()

    def endless(start, *, on_progress, on_found, cancel):
        on_progress(Progress(stage="running"))
        assert cancel.wait(20)
        stopped.set()
        return FOUND

    told = {"consents": Agreed(), "store": SessionStore(tmp_path / "s"), "look": look, "rules": lambda: ()}
    conversation = Conversation(folder=tmp_path, **told)
    (tmp_path / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(conversation, "progress", lambda progress, run: (_ for _ in ()).throw(KeyboardInterrupt))
    chat = PlainChat(conversation, on_streams(), endless)
    began = time.monotonic()
    chat.take("a.py")
    assert stopped.is_set()
    assert time.monotonic() - began < 15
    assert "Stopp" in capsys.readouterr().out
    assert conversation.running is None


def test_input_that_is_no_text_and_no_input_at_all(tmp_path):
    command = [sys.executable, "-m", "gradhelp", "chat", "--plain"]
    environ = os.environ | {"GRADHELP_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict", "PYTHONPATH": str(ROOT)}
    for said, heard in ((b"h\xff\xfei\n/lang x\nhello\n", b"Hello."), (None, b"gradhelp")):
        closing = (lambda: os.close(0)) if said is None else None
        done = subprocess.run(
            command, env=environ, input=said, capture_output=True, preexec_fn=closing, timeout=60, check=False
        )
        assert (done.returncode, heard in done.stdout) == (0, True), done.stderr
