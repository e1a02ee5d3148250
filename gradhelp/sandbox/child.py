"""Starts the script under a supervisor and knows how it ended. Nothing here waits for the script."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

from gradhelp.sandbox.environment import MARK
from gradhelp.sandbox.interrupts import uninterrupted
from gradhelp.sandbox.landlock import Writable
from gradhelp.sandbox.tree import Process, Tree, process, send

SUPERVISOR = Path(__file__).with_name("supervisor.py")
LAST_SECONDS = 5.0


class Child:
    """The script's process, locked out of all places but `writable` where that is given.

    `returncode` is known once it has ended; `lost` says that its end cannot be learned.
    """

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        folders: Sequence[Path],
        writable: Writable | None,
    ) -> None:
        self.status, theirs = os.pipe()
        self.pid = 0
        self.returncode: int | None = None
        self.failure: str | None = None
        self.lost = False
        self._text = b""
        self._pawn: Process | None = None
        names, lock = os.pathsep.join(map(str, folders)), writable.to_text() if writable else ""
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", SUPERVISOR, str(theirs), cwd, names, lock, *command],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=env, pass_fds=[theirs], start_new_session=True, bufsize=0,
            )  # fmt: skip
        except BaseException:
            os.close(self.status)
            raise
        finally:
            os.close(theirs)
        self.tree = Tree(self._supervisor.pid, env[MARK])

    @property
    def streams(self) -> dict[str, IO[bytes]]:
        """The script's output streams by name."""
        out, err = self._supervisor.stdout, self._supervisor.stderr
        assert out is not None
        assert err is not None
        return {"stdout": out, "stderr": err}

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.returncode is not None or self.failure is not None or self.lost

    def read_status(self) -> bool:
        """Take the supervisor's reports from `status`; False once there will be no more."""
        data = os.read(self.status, 65536)
        if not data:
            self.lost = self.returncode is None
            return False
        *lines, self._text = (self._text + data).split(b"\n")
        for line in lines:
            self._take(line.decode("utf-8", "replace"))
        return True

    def _take(self, report: str) -> None:
        kind, _, rest = report.partition(" ")
        if kind == "failed":
            self.failure = rest
        elif kind == "started":
            self.pid, self.tree.pawn = map(int, rest.split())
            self.tree.group = self.pid
            self._pawn = process(self.tree.pawn)
        elif kind == "ended":
            pid, code = map(int, rest.split())
            # The supervisor reports every orphan that ends; only one of them is the script.
            if pid == self.pid:
                self.returncode = code

    def interrupt(self) -> None:
        """Ask the script, and it alone, to wind up, as Ctrl-C would."""
        if self.pid and not self.ended:
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGINT)

    def end(self) -> int:
        """End every process of the run; the number of those that the script had left behind."""
        with uninterrupted():
            return self.tree.end()

    def close(self) -> None:
        """End the tree if that is still to be done, then the supervisor and the pawn."""
        self.tree.end()
        pipe = self._supervisor.stdin
        if pipe is not None and not pipe.closed:
            with contextlib.suppress(OSError):
                pipe.write(b"q")
        try:
            self._supervisor.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        if self._pawn:
            send(self._pawn, signal.SIGKILL)
        os.close(self.status)
        for stream in (pipe, *self.streams.values()):
            if stream is not None:
                stream.close()

    def __enter__(self) -> "Child":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with uninterrupted():
            self.close()
