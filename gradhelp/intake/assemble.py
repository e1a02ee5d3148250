"""Recognised pieces → tracebacks. Knows no layout; each layout's recogniser knows no other."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gradhelp.intake import cpython, ipython, message, pytest_report, rich_box
from gradhelp.intake.lines import Line
from gradhelp.intake.paste import Frame
from gradhelp.intake.tokens import Call, Head, Link, Match, Raised, Recogniser, Token

RECOGNISERS: tuple[Recogniser, ...] = (
    rich_box.box,
    cpython.header,
    cpython.rule,
    cpython.call,
    ipython.call,
    pytest_report.report,
)
PATIENCE = 200
"""Strange lines (another process's log, pytest's listings) after which a traceback counts as broken off."""


@dataclass(slots=True)
class Traceback:
    """Frames and the error in which they end; `type` is empty where the end is missing."""

    first: int
    """Number of its first line."""
    last: int
    chain: int
    """Tracebacks of one chain share this number."""
    link: str = ""
    """How it is tied to the one before: cause, context, group."""
    frames: list[Frame] = field(default_factory=list)
    type: str = ""
    message: str = ""
    cut: bool = False
    forward: bool = False
    innermost_first: bool = False

    @property
    def says_something(self) -> bool:
        """A header alone is no traceback."""
        return bool(self.frames or self.message or self.type)


class Assembler:
    """Reads the lines of one writer from top to bottom."""

    def __init__(self, lines: Sequence[Line], chain: int) -> None:
        self._lines = lines
        self._chain = chain
        self._link = ""
        self._open: Traceback | None = None
        self._indent = 0
        self._strange = 0
        self.tracebacks: list[Traceback] = []

    def read(self) -> list[Traceback]:
        """All tracebacks in the lines."""
        at = 0
        while at < len(self._lines):
            found = self._recognise(at) or self._error(at)
            if found:
                for token in found.tokens:
                    self._take(token, at - found.above, found.end - 1)
            elif self._lines[at].text:
                self._meet_strange_line()
            at = found.end if found else at + 1
        self._close()
        return self.tracebacks

    def _recognise(self, at: int) -> Match | None:
        if not self._lines[at].text:
            return None
        for recogniser in RECOGNISERS:
            found = recogniser(self._lines, at)
            if found:
                return found
        return None

    def _error(self, at: int) -> Match | None:
        """The error of the traceback that is open."""
        if not self._open or not self._lines[at].text or self._open.forward:
            return None
        found = message.error_at(self._lines, at, self._indent, sure=self._strange == 0)
        return Match((found[0],), found[1]) if found else None

    def _take(self, token: Token, at: int, end: int) -> None:
        first, last = self._lines[at].number, self._lines[end].number
        match token:
            case Head():
                self._begin(token, first)
                self._indent = token.indent
            case Call():
                if not self._open:
                    self._begin(Head(indent=max(0, token.indent - 2)), first)
                self._add(token)
            case Raised():
                if not self._open:
                    self._begin(Head(), first)
                self._end(token, last)
            case Link():
                self._tie(token)
        if self._open:
            self._open.first, self._open.last = min(first, self._open.first), last
        self._strange = 0

    def _begin(self, head: Head, first: int) -> None:
        if self._open and not self._open.says_something:
            self._link = self._link or self._open.link
        self._close()
        if not self._link:
            self._chain += 1
        self._indent = head.indent
        self._open = Traceback(
            first=first,
            last=first,
            chain=self._chain,
            link=self._link,
            type=head.type,
            message=head.message,
            forward=head.forward,
            innermost_first=head.innermost_first,
        )
        self._link = ""

    def _add(self, call: Call) -> None:
        assert self._open is not None
        self._open.frames.append(call.frame)
        if len(self._open.frames) == 1:
            self._indent = max(self._indent, call.indent - 2)

    def _end(self, raised: Raised, last: int) -> None:
        assert self._open is not None
        self._open.type, self._open.message, self._open.cut = raised.type, raised.message, raised.cut
        self._open.last = last
        self._close()

    def _tie(self, link: Link) -> None:
        self._close()
        self._link = "" if link.kind == "none" else link.kind

    def _close(self) -> None:
        if self._open and self._open.says_something:
            if self._open.innermost_first:
                self._open.frames.reverse()
            self.tracebacks.append(self._open)
        self._open = None

    def _meet_strange_line(self) -> None:
        self._strange += 1
        if self._open and (self._strange > PATIENCE or (self._open.forward and self._open.frames)):
            self._close()
