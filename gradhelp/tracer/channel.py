"""The tracer's own way out: one JSON object a line, appended to a file that is not any stream of the script.

Keeps private references to what it needs, because scripts under test replace `open`, `os.write`, `time` and `json`.
A channel belongs to the process that opened it: after a fork the child's copy is mute. Its file descriptor lies above
those a script counts on, and is checked before each use: a script that closes "all" descriptors may own the number.
"""

from __future__ import annotations

import _thread
import json as _json
import os as _os
import time as _time

from .wire import plain

_write, _getpid, _encoder = _os.write, _os.getpid, _json.JSONEncoder(allow_nan=False, ensure_ascii=True)
_open, _fstat, _close = _os.open, _os.fstat, _os.close
monotonic = _time.monotonic

LOWEST_DESCRIPTOR = 200


class Channel:
    """Appends events to `path`. Never raises once it is open: a full disk costs events, not the user's run."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._fd = self._opened()
        self._identity = _identity(self._fd)
        self._owner = _getpid()
        self._lock = _thread.allocate_lock()
        self.began = monotonic()

    def _opened(self) -> int:
        flags = _os.O_WRONLY | _os.O_APPEND | _os.O_CREAT | getattr(_os, "O_CLOEXEC", 0)
        return _raised(_open(self._path, flags, 0o600))

    def send(self, event: str, **fields: object) -> None:
        """Write one event line at once, so that a killed process loses none that was sent."""
        if _getpid() != self._owner:
            return
        try:
            line = _encoder.encode(plain({"event": event, **fields})) + "\n"
            data = line.encode("ascii")
            with self._lock:
                self._ensure_open()
                while data:
                    data = data[_write(self._fd, data) :]
        except Exception:
            return

    def _ensure_open(self) -> None:
        try:
            if _identity(self._fd) == self._identity:
                return
        except OSError:
            pass
        self._fd = self._opened()
        self._identity = _identity(self._fd)

    @property
    def owned(self) -> bool:
        """Whether this is still the process that opened the channel."""
        return _getpid() == self._owner


def _identity(fd: int) -> tuple[int, int]:
    status = _fstat(fd)
    return status.st_dev, status.st_ino


def _raised(fd: int) -> int:
    """The same open file under a high number, where the system has such a thing."""
    try:
        import fcntl

        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, LOWEST_DESCRIPTOR)
    except (ImportError, OSError, AttributeError):
        return fd
    _close(fd)
    return high
