"""One worker process, from its start to its end, and who waits for what of it.

Invariant: whoever has asked for a job gets an answer, at the latest None when the process has ended.
"""

import os
import queue
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing import Pipe

from gradhelp.chat.worker.messages import Asked, Said

Answers = queue.SimpleQueue[Said | None]

LAST_SECONDS = 10.0
"""Longer than the process gives its jobs to tidy up."""
COMMAND = "import sys; sys.path[:] = sys.argv[2:]; from gradhelp.chat.worker.server import main; main()"


class Line:
    """Starts the process. Raises OSError where it cannot be started."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: dict[int, Answers] = {}
        self._dead = False
        self._line, theirs = Pipe()
        # What can be imported there is what can be imported here; -P: the folder that the chat was started in adds nothing.
        command = [sys.executable, "-P", "-c", COMMAND, str(theirs.fileno())]
        try:
            self._process = subprocess.Popen(
                command + [each or os.getcwd() for each in sys.path],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()], start_new_session=True,
            )  # fmt: skip
        except BaseException:
            self._line.close()
            raise
        finally:
            theirs.close()
        self._listener = threading.Thread(target=self._listen, name="gradhelp-worker", daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether jobs can be asked for."""
        return not self._dead and self._process.poll() is None

    def ask(self, asked: Asked) -> Answers | None:
        """Where the answers will come; None if the process is dead, so that there will be none."""
        answers = Answers()
        with self._guard:
            if self._dead:
                return None
            self._waiting[asked.job] = answers
        if self.write(asked):
            return answers
        self.forget(asked.job)
        return None

    def write(self, asked: Asked) -> bool:
        """Say something; False if nobody hears it."""
        with self._guard, suppress(OSError):
            self._line.send(asked)
            return True
        return False

    def forget(self, job: int) -> None:
        """Nobody waits for this one any more."""
        self._waiting.pop(job, None)

    def kill(self) -> None:
        """End the process at once. Its answers become None."""
        self._process.kill()

    def hang_up(self) -> None:
        """Let the process end by itself; nobody gets an answer any more."""
        with suppress(OSError), socket.socket(fileno=os.dup(self._line.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Wait until the process is gone."""
        self.hang_up()
        try:
            self._process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        self._line.close()

    def _listen(self) -> None:
        while True:
            try:
                said: Said = self._line.recv()
            except Exception:  # noqa: BLE001 - the process has ended, or cannot be understood
                break
            if answers := self._waiting.get(said.job):
                answers.put(said)
        with self._guard:
            self._dead = True
            for answers in self._waiting.values():
                answers.put(None)
        self._process.wait()
