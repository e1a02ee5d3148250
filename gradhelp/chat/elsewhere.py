"""The seam for what takes long: a function that is called here, or in a worker process (`gradhelp.chat.worker`)."""

import sys
from collections.abc import Callable
from typing import Protocol, TypeVar

from gradhelp.errors import AnalysisError

Value = TypeVar("Value")

ALWAYS = sys.maxsize
"""The size of what takes long however little there is to read: searching all that is known, starting an interpreter."""


class WorkerLost(AnalysisError):
    """The worker ended in the middle of a job, which may be what ended it: nobody tries that in the chat's process."""


class Elsewhere(Protocol):
    """Calls `function`, here or elsewhere, and gives its value or raises what it raised.

    `size` is how many characters it has to read. The function is one of a module; it and its arguments can be pickled.
    """

    def __call__(self, size: int, function: Callable[..., Value], *arguments: object) -> Value: ...


def here(size: int, function: Callable[..., Value], *arguments: object) -> Value:
    """Call it in this process, however large."""
    return function(*arguments)
