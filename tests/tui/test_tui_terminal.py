"""The chat in a real terminal, with the real use case behind it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tui_samples import TRACEBACK

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

ROOT = Path(__file__).parents[2]
ENTRY = "from gradhelp.tui.opening import run_app; raise SystemExit(run_app('en', None))"
LOOP = """import subprocess, sys, time
from pathlib import Path
import torch
policy = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(policy.parameters(), 0.1)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "{mark}"])
while True:
    loss = policy(torch.ones(2)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    time.sleep(0.01)
"""


TRAINING = """import torch
policy = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(policy.parameters(), 0.1)
loss = policy(torch.ones(2)).detach().sum()
loss.backward()
optimizer.step()
"""


class Terminal:
    """A tmux session of its own server."""

    def __init__(self, folder, width=100, height=30):
        self.socket = f"gradhelp-test-{os.getpid()}-{time.monotonic_ns()}"
        self.status = folder / "status"
        command = f'{sys.executable} -c "{ENTRY}"; echo $? > {self.status}; sleep 60'
        environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        size = ["-x", str(width), "-y", str(height)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(folder), command, env=environment)

    def tmux(self, *arguments, **options):
        done = subprocess.run(
            ["tmux", "-L", self.socket, *arguments], check=True, capture_output=True, text=True, timeout=20, **options
        )
        return done.stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def send(self, *keys):
        self.tmux("send-keys", *keys)

    def paste(self, text):
        self.tmux("load-buffer", "-", input=text)
        self.tmux("paste-buffer", "-p")

    def wait_for(self, *texts, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if any(text in self.screen() for text in texts):
                return
            time.sleep(0.2)
        raise AssertionError(f"none of {texts} appeared:\n{self.screen()}")

    def chat(self):
        """The process id of the chat: the only child of the pane's shell."""
        shell = int(self.tmux("list-panes", "-F", "#{pane_pid}"))
        (child,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(child)

    def exit_status(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if self.status.exists() and self.status.read_text().strip():
                return int(self.status.read_text())
            time.sleep(0.1)
        raise AssertionError(f"it does not leave:\n{self.screen()}")


@pytest.fixture
def terminal(folder):
    opened = Terminal(folder)
    yield opened
    subprocess.run(["tmux", "-L", opened.socket, "kill-server"], check=False, capture_output=True)


def test_a_pasted_traceback_becomes_a_diagnosis(terminal, folder):
    (folder / "train.py").write_text(TRAINING)
    terminal.wait_for("Paste a PyTorch traceback")
    terminal.paste(TRACEBACK)
    terminal.wait_for("[pasted 10 lines #1]", "[pasted 11 lines #1]")
    terminal.send("Enter")
    terminal.wait_for("The traceback comes from train.py")
    terminal.send("y", "Enter")
    terminal.wait_for("error[detach-call]")
    terminal.wait_for("F2 File")
    terminal.send("f", "i", "x", "Enter")
    terminal.wait_for("+++ b/train.py", "+loss = policy(torch.ones(2)).sum()")
    assert (folder / "train.py").read_text() == TRAINING
    terminal.send(*"/apply", "Enter")
    terminal.wait_for("Written: train.py")
    assert ".detach()" not in (folder / "train.py").read_text()
    terminal.send(*"/undo", "Enter")
    terminal.wait_for("Put back: train.py")
    assert (folder / "train.py").read_text() == TRAINING
    terminal.tmux("resize-window", "-x", "40", "-y", "12")
    time.sleep(0.5)
    terminal.send("r", "u", "l", "e", "s", "Enter")
    terminal.wait_for("The graph is cut", "loss-without-network")
    assert len(terminal.screen().splitlines()) == 12
    terminal.send("C-q")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("way", ["escape", "quit", "terminate", "hang up"])
def test_stopping_and_leaving_end_the_whole_tree(terminal, folder, way):
    mark = f"mark-{time.monotonic_ns()}"
    (folder / "loop.py").write_text(LOOP.replace("{mark}", mark))
    terminal.wait_for("Paste a PyTorch traceback")
    terminal.send("loop.py", "Enter")
    terminal.wait_for("May I run loop.py?")
    terminal.send("y", "Enter")
    terminal.wait_for("Running  ")
    wait_until(lambda: processes_with(mark))
    if way == "escape":
        terminal.send("Escape")
        terminal.wait_for("Stopped.")
        terminal.send("h", "e", "l", "p", "Enter")
        terminal.wait_for("Give me a traceback")
    elif way == "quit":
        terminal.send("C-q")
        assert terminal.exit_status() == 0
        terminal.wait_for("gradhelp --resume")
    elif way == "terminate":
        os.kill(terminal.chat(), signal.SIGTERM)
        assert terminal.exit_status() == 128 + signal.SIGTERM
    else:
        chat = terminal.chat()
        terminal.tmux("kill-server")
        wait_until(lambda: not alive(chat))
    wait_until(lambda: not processes_with(mark))
    kept = "".join(path.read_text() for path in (folder / ".data" / "sessions").iterdir())
    assert "loop.py" in kept


def wait_until(condition, seconds=30):
    """Fails where it does not come true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def alive(process):
    """Whether it still runs; one that has ended may wait for somebody to ask how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def processes_with(mark):
    """Live processes that have the mark among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found
