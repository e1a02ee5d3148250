"""How a run ended, and the recording that is made of it."""

import signal
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from gradhelp.facts.recording import Event, Recording
from gradhelp.sandbox.isolation import Isolation
from gradhelp.sandbox.refusals import Refusal
from gradhelp.sandbox.translation import files_of
from gradhelp.sandbox.watch import Outcome
from gradhelp.sandbox.wording import Language, say


@dataclass(frozen=True)
class Ending:
    """The fields of the `process` event. `reason` is a sentence, or None where the script simply ended."""

    outcome: Outcome
    returncode: int | None
    seconds: float
    isolation: Isolation
    python: str
    reason: str | None = None
    stdout: str = ""
    stderr: str = ""
    left_out: list[str] = field(default_factory=list)
    refused: Refusal | None = None


def recording(events: list[Event], text_of: Callable[[str], str | None], ending: Ending) -> Recording:
    """The events followed by the texts of the user's files that they speak of and by the ending."""
    files = sorted({file for event in events for file in files_of(event)})
    sources = [{"event": "source", "path": file, "text": text} for file in files if (text := text_of(file)) is not None]
    return Recording((*events, *sources, {"event": "process", **asdict(ending)}))


def crash(returncode: int | None, language: Language) -> str | None:
    """The sentence about the signal that ended a process; None where it ended by itself."""
    if returncode is None or returncode >= 0:
        return None
    try:
        name = signal.Signals(-returncode).name
    except ValueError:
        name = f"signal {-returncode}"
    return say(language, "killed-signal", signal=name)
