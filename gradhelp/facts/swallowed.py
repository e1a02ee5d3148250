"""An error of torch's that the program caught itself, so that it seems to end well: did training fail by it?

A program may try something and do without it. It counts where the same backward fails more often than not, or where
nothing was ever trained.
"""

import re
from typing import Any

from gradhelp.facts.recording import Recording
from gradhelp.facts.timeline import Timeline

GRADIENT = re.compile(
    r"does not require grad|backward through the graph|in-?place|implicitly created only for scalar|scalar tensor, got"
    r"|used in the graph|that requires grad|inference (?:tensor|mode)|can require gradients"
    r"|returned an (?:invalid|incorrect)|derivative for|autograd formula|differentiate",
    re.IGNORECASE,
)

AGAIN = 2


def swallowed(recording: Recording, timeline: Timeline) -> dict[str, Any] | None:
    """The first such error that came again, or whose program trained nothing."""
    places: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for event in recording.of("caught"):
        own = [frame for frame in event.get("frames") or () if frame.get("user")]
        if own and GRADIENT.search(str(event.get("message") or "")):
            places.setdefault((own[-1]["file"], own[-1]["line"]), []).append(event)
    trained = any("F" in moment.states for moment in timeline.of("step"))
    for place, events in places.items():
        if trained:
            counts = (
                _is_backward(events[0]) and _mostly_fails(place, recording) and _concerns_training(place, recording)
            )
        else:
            counts = recording.last("optimizer") is not None
        if counts:
            return events[0]
    return None


def excused(ledger: dict[str, Any], recording: Recording, counted: dict[str, Any] | None) -> bool:
    """Whether the backward of a ledger failed, was caught, and is not the error `counted` that counts."""
    call = ledger.get("call") or {}
    place = call.get("file"), call.get("line")
    if ledger.get("reason") not in ("no-grad", "backward-error") or (counted and place in _places(counted)):
        return False
    return any(place in _places(event) for event in recording.of("caught"))


def _places(event: dict[str, Any]) -> list[tuple[Any, Any]]:
    return [(frame["file"], frame["line"]) for frame in event.get("frames") or () if frame.get("user")]


def _concerns_training(place: tuple[str, int], recording: Recording) -> bool:
    """Whether what failed there was computed by something that an optimizer holds."""
    ledgers = [event for event in recording.of("ledger") if event.get("call")]
    here = (event for event in ledgers if (event["call"].get("file"), event["call"].get("line")) == place)
    return any((node.get("trainable") or {}).get("held") for event in here for node in event.get("nodes") or ())


def _is_backward(event: dict[str, Any]) -> bool:
    return any("autograd" in str(frame.get("file")) for frame in event.get("frames") or ())


def _mostly_fails(place: tuple[str, int], recording: Recording) -> bool:
    """Whether the backward of that line failed again and again, and more often than not."""
    for event in recording.of("backward"):
        span = event.get("span") or {}
        if (span.get("file"), span.get("line")) == place:
            failed = int(event.get("failed") or 0)
            return failed >= AGAIN and 2 * failed > int(event.get("count") or 0)
    return False
