"""Writes events: one JSON object a line, to a file of our own."""

from __future__ import annotations

import json
import math
from typing import Any

MAX_TEXT = 400


class Wire:
    """Appends to the events file and flushes each line: what comes next may crash the process."""

    def __init__(self, path: str) -> None:
        self._stream = open(path, "a", encoding="utf-8")  # noqa: SIM115 - lives as long as the process

    def send(self, event: str, **fields: Any) -> None:
        """Write one event."""
        line = json.dumps({"event": event, **plain(fields)}, allow_nan=False)
        self._stream.write(line + "\n")
        self._stream.flush()


def plain(value: Any) -> Any:
    """`value` as JSON can hold it: numbers that are not finite become text, long texts are cut."""
    if isinstance(value, dict):
        return {str(key)[:MAX_TEXT]: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return str(value)[:MAX_TEXT]


def error_text(error: BaseException) -> str:
    """`Type: first line of the message`."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
