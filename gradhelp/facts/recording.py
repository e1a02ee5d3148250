"""A recording: the events of one run, in order, as the tracer and the sandbox wrote them.

It is a file of JSON lines (see ARCHITECTURE.md). Everything after the run works from it alone, so a saved recording
can be explained again without torch, and without running anything. A recording whose last line was cut short is
still a recording; a file that does not begin as one is refused.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradhelp.errors import UsageError

WIRE = 1
"""The version of the recording format that this program reads."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Recording:
    """The events of one run. The last one is `process`, unless the file was cut short."""

    events: tuple[Event, ...]

    def of(self, kind: str) -> Iterator[Event]:
        """The events of one kind, in order."""
        return (event for event in self.events if event.get("event") == kind)

    def last(self, kind: str) -> Event | None:
        """The last event of a kind, or None."""
        return next((event for event in reversed(self.events) if event.get("event") == kind), None)

    @property
    def process(self) -> Event:
        """How the process ended; empty where the recording was cut short."""
        return self.last("process") or {}

    @property
    def sources(self) -> dict[str, str]:
        """The texts of the user's files, by their path in the events."""
        return {event["path"]: "".join(event["text"]) for event in self.of("source")}

    def save(self, path: Path) -> None:
        """Write the recording as JSON lines."""
        lines = (json.dumps(event, ensure_ascii=True, allow_nan=False) + "\n" for event in self.events)
        try:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(lines)
        except OSError as error:
            raise UsageError(f"'{path}' cannot be written: {error.strerror or error}.") from error

    @classmethod
    def load(cls, path: Path) -> "Recording":
        """Read a recording; UsageError with a plain sentence where `path` is none."""
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise UsageError(f"'{path}' cannot be read: {error.strerror or error}.") from error
        events = [parse_event(line) for line in lines if line.strip()]
        if events and events[-1] is None:
            events.pop()
        whole = tuple(event for event in events if event is not None)
        if len(whole) < len(events) or not any(event["event"] in ("start", "process") for event in whole):
            raise UsageError(f"'{path}' is not a recording of gradhelp.")
        _check_wire(path, whole)
        return cls(whole)


def parse_event(line: bytes) -> Event | None:
    """One line of a recording as an event; None where it is damaged."""
    try:
        # What JSON cannot hold, the wire carries as text; a writer that forgot is forgiven.
        event = json.loads(line, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) and isinstance(event.get("event"), str) else None


def _check_wire(path: Path, events: tuple[Event, ...]) -> None:
    strange = [event.get("wire") for event in events if event["event"] == "start" and event.get("wire") != WIRE]
    if strange:
        raise UsageError(
            f"'{path}' is a recording of format {strange[0]}; this gradhelp reads format {WIRE}. "
            "Record the run again with this version."
        )
