"""What a pasted text turned out to hold. Every string in it is the user's text: hostile until escaped."""

from gradhelp.model.diagnosis import ErrorInfo
from gradhelp.model.span import Frozen


class Frame(Frozen):
    """One readable call of a traceback. `file` is as pasted; `code` is what the paste shows of the line, or empty."""

    file: str
    line: int
    function: str = ""
    code: str = ""
    user: bool = True
    """Whether the file is the user's own, as opposed to the interpreter's or an installed package's."""


class Paste(Frozen):
    """The reading of one paste. Without a readable error and without frames `error` is None."""

    error: ErrorInfo | None = None
    """The error to talk about: not necessarily the last one (a chain is reported by its cause)."""
    frames: tuple[Frame, ...] = ()
    """Frames of the traceback that ends in `error`, outermost call first."""
    frames_all: int = 0
    """Number of frames of all tracebacks in the paste."""
    forward_frames: tuple[Frame, ...] = ()
    """Anomaly mode's second traceback: where the operation that failed in backward was recorded."""
    also: tuple[ErrorInfo, ...] = ()
    """The other errors of the paste, in its order."""
    gradient_problem: bool | None = None
    """None where the paste does not tell."""
    one_liner: str | None = None
    """For an error that is no gradient problem: the family whose sentence answers it."""
    code: str = ""
    """The script pasted along, prompts removed; empty where there is none."""

    @property
    def last_user_frame(self) -> Frame | None:
        """The innermost frame in the user's own code: the line to look at first."""
        return next((frame for frame in reversed(self.frames) if frame.user), None)
