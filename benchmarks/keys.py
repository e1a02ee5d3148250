"""How long a key waits in the chat: at rest, while a real check runs, and while a pasted log of 20 000 lines is read.

A key is written to the chat's terminal, and the time is taken until the terminal shows it. Linux only (pty).
"""

import argparse
import os
import pty
import re
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from fcntl import ioctl
from pathlib import Path

LIMIT = 0.100
ENTRY = "from gradhelp.tui.app import run_app; raise SystemExit(run_app('en', None))"
PROGRAM = """import torch
policy = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.Tanh(), torch.nn.Linear(64, 2))
optimizer = torch.optim.Adam(policy.parameters())
for step in range(100_000):
    loss = policy(torch.randn(64, 8)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
LOG = "step 17: return -0.31, loss 0.25\n" * 20_000 + "RuntimeError: element 0 of tensors does not require grad\n"
KEYS = "abcdefghijklmnopqrstuvwxyz"


def plain(shown: bytes) -> str:
    """What was shown, without colours, moves and frames."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[─│╭╮╰╯]|\s+(?=\s)", "", shown.decode("utf-8", "replace"))


class Chat:
    """The chat in a pseudo-terminal of 100 columns and 30 rows."""

    def __init__(self, folder: Path) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.environ |= {"TERM": "xterm-256color", "GRADHELP_DATA": str(folder / "data"), "LC_ALL": "C.UTF-8"}
            os.execv(sys.executable, [sys.executable, "-c", ENTRY])
        ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.shown = b""

    def write(self, text: str) -> None:
        """Type; the chat's output is read meanwhile, so that neither side waits for the other."""
        data = text.encode()
        while data:
            readable, writable, _ = select.select([self.terminal], [self.terminal], [], 1)
            if readable:
                self.shown += os.read(self.terminal, 65536)
            if writable:
                data = data[os.write(self.terminal, data[:1024]) :]

    def wait_for(self, text: str, seconds: float = 40) -> float:
        """Seconds until the text has been shown since the last call."""
        began = time.monotonic()
        while text not in plain(self.shown):
            if time.monotonic() - began > seconds:
                raise SystemExit(f"{text!r} was not shown, but {plain(self.shown)[-600:]}")
            if select.select([self.terminal], [], [], 0.02)[0]:
                self.shown += os.read(self.terminal, 65536)
        self.shown = b""
        return time.monotonic() - began

    def quiet(self, seconds: float = 0.3) -> None:
        """Read what is still being drawn."""
        while select.select([self.terminal], [], [], seconds)[0]:
            os.read(self.terminal, 65536)
        self.shown = b""

    def delay(self, key: str) -> float:
        """Seconds from the key to its first sign on the terminal."""
        while select.select([self.terminal], [], [], 0)[0]:
            os.read(self.terminal, 65536)
        self.shown = b""
        os.write(self.terminal, key.encode())
        return self.wait_for(key)


def measure(chat: Chat, name: str, count: int, between: float) -> float:
    """The worst of `count` keys, which are told."""
    delays = []
    for number in range(count):
        time.sleep(between)
        delays.append(chat.delay(KEYS[number % len(KEYS)].upper()))
    worst, median = max(delays), statistics.median(delays)
    print(f"{name:<28} {count} keys  median {median * 1000:6.1f} ms  worst {worst * 1000:6.1f} ms", flush=True)
    return worst


def main() -> None:
    """Measure; fail where a key waited too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=60)
    count = parser.parse_args().keys
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "train.py").write_text(PROGRAM)
        chat = Chat(folder)
        chat.wait_for("type the script")
        chat.quiet()
        worst = [measure(chat, "at rest", count, 0.05)]
        chat.write("\x03")
        time.sleep(0.3)
        chat.write("train.py")
        time.sleep(0.2)
        chat.write("\r")
        chat.wait_for("May I run")
        chat.write("y")
        time.sleep(0.2)
        chat.write("\r")
        chat.wait_for("optimizer steps")
        worst.append(measure(chat, "while a check runs", count, 0.1))
        chat.write("\x03")
        time.sleep(0.2)
        chat.write("\x1b[200~" + LOG + "\x1b[201~")
        chat.wait_for("pasted")
        chat.write("\r")
        worst.append(measure(chat, "while 20 000 lines are read", count, 0.05))
        os.kill(chat.child, 15)
    if max(worst) > LIMIT:
        raise SystemExit(f"a key waited {max(worst) * 1000:.0f} ms; the limit is {LIMIT * 1000:.0f} ms")


if __name__ == "__main__":
    main()
