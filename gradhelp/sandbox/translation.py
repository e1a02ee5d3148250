"""Turns what the script saw into what the user knows: paths into the copy become paths of the user's own.

In the fields that name a file a path becomes relative to the script's folder, with forward slashes; a text that speaks
of the copy, such as the message of an error, speaks of the user's folder.
"""

import json
import os
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from gradhelp.facts.recording import Event

FILE_FIELDS = frozenset({"file", "path"})


@dataclass(frozen=True)
class Translation:
    """`copy` and `original` are the project's root in the copy and for the user; `near` is the script's folder below
    it, relative, with forward slashes (`.` for the root itself)."""

    copy: str
    original: str
    near: str

    def event(self, event: Event) -> Event:
        """The event with the user's paths; the very same object where nothing needs to change."""
        if self.near == "." and json.dumps(self.copy)[1:-1] not in json.dumps(event):
            return event
        return {key: self._value(key, value) for key, value in event.items()}

    def file(self, path: str) -> str:
        """A path that the tracer wrote (absolute, or relative to the root) as one relative to the script's folder."""
        if self._in_copy(path):
            path = PurePath(path).relative_to(self.copy).as_posix()
        if os.path.isabs(path) or path.startswith("<"):
            return path
        return path if self.near == "." else posixpath.relpath(path, self.near)

    def _in_copy(self, path: object) -> bool:
        return isinstance(path, str) and path.startswith(self.copy + os.sep)

    def text(self, text: str) -> str:
        """A text in which the copy's folder is named as the user's."""
        return text.replace(self.copy, self.original)

    def _value(self, key: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.file(value) if key in FILE_FIELDS else self.text(value)
        if key == "denied":
            # What lies in the copy was not denied, and must not be taken for the user's file of that name.
            return [path for path in value if not self._in_copy(path)] if isinstance(value, list) else []
        if isinstance(value, list):
            return [self._value("", item) for item in value]
        if isinstance(value, dict):
            return {inner: self._value(inner, item) for inner, item in value.items()}
        return value


def files_of(event: Event) -> Iterator[str]:
    """The files that an event speaks of, in order, with repetitions."""
    waiting: list[Any] = [event]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield from (value[key] for key in FILE_FIELDS & value.keys() if isinstance(value[key], str))
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
