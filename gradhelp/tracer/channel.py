"""The tracer's own way out: one JSON object a line, appended to a file that is not any stream of the script.

Keeps private references to what it needs, because scripts under test replace `open`, `os.write`, `time` and `json`.
A channel belongs to the process that opened it: after a fork the child's copy is mute.
"""

from __future__ import annotations

import json as _json
import os as _os
import threading as _threading
import time as _time

from .wire import plain

_write, _getpid, _encoder = _os.write, _os.getpid, _json.JSONEncoder(allow_nan=False, ensure_ascii=True)
monotonic = _time.monotonic


class Channel:
    """Appends events to `path`. Never raises: a full disk costs events, not the user's run."""

    def __init__(self, path: str) -> None:
        self._fd = _os.open(path, _os.O_WRONLY | _os.O_APPEND | _os.O_CREAT | getattr(_os, "O_CLOEXEC", 0), 0o600)
        self._owner = _getpid()
        self._lock = _threading.Lock()
        self.began = monotonic()

    def send(self, event: str, **fields: object) -> None:
        """Write one event line at once, so that a killed process loses none that was sent."""
        if _getpid() != self._owner:
            return
        try:
            line = _encoder.encode(plain({"event": event, **fields})) + "\n"
            data = line.encode("ascii")
            with self._lock:
                while data:
                    data = data[_write(self._fd, data) :]
        except Exception:
            return

    @property
    def owned(self) -> bool:
        """Whether this is still the process that opened the channel."""
        return _getpid() == self._owner
