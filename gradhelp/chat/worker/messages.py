"""What the chat and its worker write to each other. Every job has a number, under which the worker answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from gradhelp.chat.turns import StartExperiment, StartRun


@dataclass(frozen=True, slots=True)
class Call:
    """Call this function."""

    job: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """Carry out this run, and report on it while it goes on."""

    job: int
    start: StartRun | StartExperiment


@dataclass(frozen=True, slots=True)
class Cancel:
    """End this job."""

    job: int


@dataclass(frozen=True, slots=True)
class Said:
    """What a job has to say: how far it is, what it has found, its value, or the exception that it raised."""

    job: int
    kind: Literal["progress", "found", "value", "raised"]
    content: Any


Asked = Call | Check | Cancel
