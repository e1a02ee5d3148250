"""How long a key waits in the chat: at rest, during checks, while large texts are pasted, read and diagnosed.

A key is written to the chat's terminal, and the time is taken until the terminal shows it. Keys are measured from the
last byte of a paste on; how long the terminal takes to hand over the paste itself is told beside. Linux only (pty).
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
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

LIMIT = 0.100
ENTRY = "from gradhelp.tui.opening import run_app; raise SystemExit(run_app('en', None))"
SETUP = """import torch
policy = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.Tanh(), torch.nn.Linear(64, 2))
optimizer = torch.optim.Adam(policy.parameters())
"""
PROGRAM = f"""{SETUP}for step in range(100_000):
    loss = policy(torch.randn(64, 8)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
FAULT = """actions = policy(torch.randn(64, 8)).detach()
loss = actions.pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
"""
PART = """

def part_{0}(value, weight=0.{0}):
    scaled = [each * weight + {0} for each in value if each is not None]
    return sum(scaled) / max(len(scaled), 1)
"""
ERROR = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn\n"
LOG = "step 17: return -0.31, loss 0.25\n" * 20_000 + ERROR
FRAME = '  File "/home/me/work/train.py", line {0}, in descend\n    return descend(depth - 1, policy, batch[{0}])\n'
SEEN = 40_000
"""Bytes of what was shown last that are searched."""
AFTER_ENTER = 0.2
"""Seconds after which the chat surely holds a key behind Enter for one that was typed; before, Enter is a line end."""
KEYS = "abcdefghijklmnopqrstuvwxyz"
FOUND = "error[detach-call]"
NEXT = "Fix verified"


def script(lines: int) -> str:
    """A program of so many lines that runs, with a lost gradient at its end."""
    return SETUP + "".join(PART.format(number) for number in range(lines // 5)) + FAULT


def broken(lines: int) -> str:
    """The same with a syntax error in the middle."""
    text = script(lines)
    middle = text.index("\n\n\n", len(text) // 2)
    return f"{text[:middle]}\nvalue = (1,\n{text[middle:]}"


def traceback(frames: int) -> str:
    """Of a deep recursion."""
    return "Traceback (most recent call last):\n" + "".join(map(FRAME.format, range(frames))) + ERROR


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
        self.seen = b""
        """Everything shown since `forget`."""
        self.wait_for("type the script")
        self.quiet()

    def write(self, text: str) -> float:
        """Type; the chat's output is read meanwhile, so that neither side waits for the other. Gives the seconds."""
        began, data = time.monotonic(), text.encode()
        while data:
            readable, writable, _ = select.select([self.terminal], [self.terminal], [], 1)
            if readable:
                self.read()
            if writable:
                data = data[os.write(self.terminal, data[:1024]) :]
        return time.monotonic() - began

    def read(self) -> None:
        """What the chat has drawn."""
        drawn = os.read(self.terminal, 65536)
        self.shown += drawn
        self.seen = (self.seen + drawn)[-SEEN:]

    def forget(self) -> None:
        """What was shown up to here counts no more."""
        self.shown = self.seen = b""

    def has_shown(self, text: str) -> bool:
        """Whether it has been shown since `forget`."""
        return text in plain(self.seen)

    def wait_for(self, text: str, seconds: float = 40) -> float:
        """Seconds until the text has been shown since the last call."""
        began = time.monotonic()
        while text not in plain(self.shown):
            if time.monotonic() - began > seconds:
                raise SystemExit(f"{text!r} was not shown, but {plain(self.shown)[-600:]}")
            if select.select([self.terminal], [], [], 0.02)[0]:
                self.read()
        self.shown = b""
        return time.monotonic() - began

    def quiet(self, seconds: float = 0.3) -> None:
        """Read what is still being drawn."""
        while select.select([self.terminal], [], [], seconds)[0]:
            self.read()
        self.forget()

    def delay(self, key: str) -> float:
        """Seconds from the key to its first sign on the terminal."""
        while select.select([self.terminal], [], [], 0)[0]:
            self.read()
        self.shown = b""
        os.write(self.terminal, key.encode())
        return self.wait_for(key)

    def send(self, text: str) -> None:
        """Drop what is written, type this, and send it."""
        self.write("-\x03")  # twice Ctrl-C with nothing written would leave
        time.sleep(0.2)
        self.write(text)
        time.sleep(0.2)
        self.enter()

    def enter(self) -> None:
        """Send what is written."""
        self.forget()
        self.write("\r")
        time.sleep(AFTER_ENTER)

    def end(self) -> None:
        """Leave as when the process is asked to end."""
        os.kill(self.child, 15)
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(self.child, 0)


class Bench:
    """Measures one thing after the other. `count` is how many keys are pressed where time does not decide."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.worst = 0.0

    def keys(self, chat: Chat, name: str, between: float, until: str = "", seconds: float = 120) -> None:
        """Press keys, `count` at least and until the text has been shown, and tell the worst."""
        delays: list[float] = []
        began = time.monotonic()
        while len(delays) < self.count or (until and not chat.has_shown(until)):
            if time.monotonic() - began > seconds:
                raise SystemExit(f"{until!r} was not shown, but {plain(chat.seen)[-900:]}")
            time.sleep(between)
            delays.append(chat.delay(KEYS[len(delays) % len(KEYS)].upper()))
            if len(delays) % 50 == 0:
                chat.write("\x15")  # Ctrl-C would stop a check
        self.tell(name, delays, time.monotonic() - began)

    def paste(self, chat: Chat, name: str, text: str) -> None:
        """Paste, and press keys from the paste's last byte on; they are taken back."""
        taken = chat.write(f"\x1b[200~{text}\x1b[201~")
        delays = [chat.delay(key.upper()) for key in KEYS[:5]]
        chat.wait_for("") if chat.has_shown("pasted") else chat.wait_for("pasted")
        delays += [chat.delay(key.upper()) for key in KEYS[5:10]]
        self.tell(f"{name}, being pasted", delays, taken)
        chat.write("\x7f" * 10)
        time.sleep(0.3)
        chat.quiet()

    def tell(self, name: str, delays: list[float], seconds: float) -> None:
        """Print one line."""
        worst, median = max(delays), statistics.median(delays)
        self.worst = max(self.worst, worst)
        print(
            f"{name:<46} {len(delays):4} keys  median {median * 1000:6.1f} ms  worst {worst * 1000:6.1f} ms"
            f"  in {seconds:5.1f} s",
            flush=True,
        )


def at_rest(bench: Bench, chat: Chat) -> None:
    """Nothing goes on."""
    bench.keys(chat, "at rest", 0.05)


def check(bench: Bench, chat: Chat) -> None:
    """A training that goes on."""
    chat.send("train.py")
    chat.wait_for("May I run")
    chat.send("y")
    chat.wait_for("optimizer steps")
    bench.keys(chat, "while a check runs", 0.1)


def big_script(bench: Bench, chat: Chat) -> None:
    """Pasted, read, run, and diagnosed; its repair being worked out."""
    bench.paste(chat, "20 000-line script", script(20_000))
    chat.enter()
    bench.keys(chat, "  until the question", 0.02, "May I run")
    chat.send("y")
    bench.keys(chat, "  until the diagnosis", 0.02, FOUND)
    bench.keys(chat, "  the diagnosis on the screen, trying repairs", 0.05)


def whole(bench: Bench, chat: Chat) -> None:
    """From a file of 5000 lines to the proved repair, and a question about it."""
    chat.send("big.py")
    bench.keys(chat, "5000-line file: until the question", 0.02, "May I run")
    chat.send("y")
    bench.keys(chat, "  run, diagnosis and proof", 0.02, NEXT)
    bench.keys(chat, "  the proved diagnosis on the screen", 0.05)
    chat.send("fix")
    bench.keys(chat, "  a question about it", 0.02)


def read(name: str, text: str, answer: str) -> Callable[[Bench, Chat], None]:
    """A text that is pasted and answered."""

    def scenario(bench: Bench, chat: Chat) -> None:
        bench.paste(chat, name, text)
        chat.enter()
        bench.keys(chat, "  until it is answered", 0.02, answer)

    return scenario


def broken_script(bench: Bench, chat: Chat) -> None:
    """Read, and refused once it is to run."""
    read("20 000-line script with an error", broken(20_000), "May I run")(bench, chat)
    chat.send("y")
    bench.keys(chat, "  until it is refused", 0.02, "Python cannot parse")


SCENARIOS: dict[str, Callable[[Bench, Chat], None]] = {
    "rest": at_rest,
    "check": check,
    "log": read("20 000-line log", LOG, "Which script does this come from"),
    "script": big_script,
    "file": whole,
    "broken": broken_script,
    "traceback": read("traceback of 3000 frames", traceback(3000), "Which script does this come from"),
    "line": read("one line of 1 MB", "x = [" + "0.25, " * 170_000 + "]", "I know nothing about this"),
    "words": read("one line of 1 MB of words", "why is the gradient gone " * 40_000, "I know nothing about this"),
}


def main() -> None:
    """Measure; fail where a key waited too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=30)
    parser.add_argument("scenario", nargs="*", choices=[*SCENARIOS, []], default=[])
    options = parser.parse_args()
    bench = Bench(options.keys)
    for name in options.scenario or SCENARIOS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "train.py").write_text(PROGRAM)
            if name == "file":
                (folder / "big.py").write_text(script(5_000))
            chat = Chat(folder)
            SCENARIOS[name](bench, chat)
            chat.end()
    if bench.worst > LIMIT:
        raise SystemExit(f"a key waited {bench.worst * 1000:.0f} ms; the limit is {LIMIT * 1000:.0f} ms")


if __name__ == "__main__":
    main()
