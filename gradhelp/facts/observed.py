"""How much of a program was watched, and how that ended; from a recording alone, of any age."""

from dataclasses import dataclass

from gradhelp.facts.recording import Event, Recording


@dataclass(frozen=True)
class Counts:
    """What has been counted. `environment_steps` is None where there is no number: an old recording, or a library's steps."""

    environment_steps: int | None = None
    iterations: int | None = None
    """Rollouts that an optimizer step followed; None as for `environment_steps`."""
    optimizer_steps: int = 0
    backwards: int = 0


@dataclass(frozen=True)
class Observed:
    """What was counted in how many seconds.

    `ended` says why that was all: "finished", "raised", "exited", "lost" (it ended without a word), one of the tracer's
    reasons ("steps", "nothing-new", "news") or the sandbox's ("timed-out", "stopped", "killed", "output-limit",
    "memory-limit"). `detail` is the type of what was raised, or the exit code.
    """

    counts: Counts
    seconds: float
    ended: str
    detail: str = ""


def counts_of(event: Event) -> Counts:
    """The counts in a `progress` or `end` event."""
    return Counts(
        _number(event.get("environment_steps")),
        _number(event.get("iterations")),
        _number(event.get("optimizer_steps")) or 0,
        _number(event.get("backwards")) or 0,
    )


def observed(recording: Recording) -> Observed | None:
    """What was watched; None where nothing was started."""
    if recording.last("start") is None or recording.process.get("outcome") == "not-started":
        return None
    last = recording.last("end") or recording.last("progress") or {}
    seconds = float(last.get("seconds") or recording.process.get("seconds") or 0.0)
    return Observed(counts_of(last), seconds, *_ending(recording))


def _ending(recording: Recording) -> tuple[str, str]:
    outcome = str(recording.process.get("outcome") or "exited")
    end = recording.last("end")
    if outcome != "exited":
        return outcome, ""
    if end is None:
        return "lost", ""
    if end.get("outcome") == "stopped":
        return str(end.get("why") or "stopped"), ""
    if end.get("outcome") == "raised":
        return "raised", str((recording.last("exception") or {}).get("type") or "")
    if end.get("outcome") == "exited" and end.get("exit_code"):
        return "exited", str(end["exit_code"])
    return "finished", ""


def _number(value: object) -> int | None:
    return value if type(value) is int else None
