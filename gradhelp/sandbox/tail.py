"""Reads the tracer's events while they are being written. Damaged lines are skipped and counted; the size is bounded.

The file is opened before the script starts, so that a script which deletes it loses nothing.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

from gradhelp.facts.recording import Event, parse_event

PIECE = 1 << 20


class EventTail:
    """The events of one file, translated."""

    def __init__(self, path: Path, limit: int, translate: Callable[[Event], Event]) -> None:
        self._file = path.open("rb", buffering=0)
        self._rest = b""
        self._left = limit
        self._translate = translate
        self.damaged = 0
        self.truncated = False

    def __enter__(self) -> "EventTail":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def read(self) -> Iterator[Event]:
        """The events that have become complete since the last call."""
        while data := self._file.read(min(PIECE, self._left)):
            self._left -= len(data)
            *lines, self._rest = (self._rest + data).split(b"\n")
            yield from self._parsed(lines)
        self.truncated = self.truncated or (self._left <= 0 and bool(self._file.read(1)))

    def finish(self) -> Iterator[Event]:
        """The rest, with a last line that was not ended."""
        yield from self.read()
        rest, self._rest = self._rest, b""
        if not self.truncated:
            yield from self._parsed([rest])

    def _parsed(self, lines: list[bytes]) -> Iterator[Event]:
        for line in lines:
            if not line.strip():
                continue
            event = parse_event(line)
            if event is None:
                self.damaged += 1
            else:
                yield self._translate(event)
