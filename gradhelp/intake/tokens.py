"""What the recognisers of the layouts (CPython, IPython, rich, pytest) make of lines: the vocabulary they share.

A recogniser is given all lines and a place, and returns what it found there and where it ended, or None.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from gradhelp.intake.lines import Line
from gradhelp.intake.origin import is_user_file
from gradhelp.intake.paste import Frame


@dataclass(frozen=True, slots=True)
class Head:
    """A traceback begins."""

    type: str = ""
    """The exception's name, which IPython prints ahead of the frames."""
    forward: bool = False
    """Anomaly mode's traceback of the forward pass: it ends in no error of its own."""
    innermost_first: bool = False
    indent: int = 0
    message: str = ""
    """A debugger prints it ahead of the frames as well."""


@dataclass(frozen=True, slots=True)
class Call:
    """One frame."""

    frame: Frame
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Raised:
    """The error in which a traceback ends."""

    type: str
    message: str
    cut: bool = False
    """The text ends here: the message may go on."""


@dataclass(frozen=True, slots=True)
class Link:
    """The traceback before ends here, and how the next belongs to it."""

    kind: Literal["cause", "context", "group", "none"]


@dataclass(frozen=True, slots=True)
class Blank:
    """Lines that belong to the layout and say nothing."""


Token = Head | Call | Raised | Link | Blank


@dataclass(frozen=True, slots=True)
class Match:
    """The tokens found, and the index of the first line behind them."""

    tokens: tuple[Token, ...]
    end: int
    above: int = 0
    """Lines above it that belong to it as well: pytest lists the source before it names the place."""


Recogniser = Callable[[Sequence[Line], int], Match | None]


def frame(file: str, line: str | int, function: str, code: str = "") -> Frame:
    """A frame from the pieces of its line. The argument list that IPython prints is not part of the name."""
    name = function.strip()
    if not name.startswith("<"):
        name = name.partition("(")[0].strip()
    number = int(str(line)[:9])
    return Frame(file=file.strip(), line=number, function=name, code=code.strip(), user=is_user_file(file.strip()))
