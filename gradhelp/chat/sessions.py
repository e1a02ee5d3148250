"""Conversations kept on this machine: one file of JSON lines each, written as it goes, so that nothing is lost.

Invariants: the first line is the header; a line that cannot be read is passed over; a folder that cannot be written
means that nothing is kept, never an error.
"""

import contextlib
import json
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, BaseModel, ValidationError

from gradhelp.chat import turns
from gradhelp.chat.case import Case
from gradhelp.chat.written import Change, Undone
from gradhelp.model.span import Frozen
from gradhelp.paths import data
from gradhelp.report.disarm import one_line

MOST_SESSIONS = 100
LARGEST = 20_000_000
"""Bytes of one session; what comes later is not kept."""
TITLE = 72
Kept = turns.Turn | Case | Change | Undone
KINDS: dict[str, type[Kept]] = {
    kind.__name__: kind
    for kind in (
        turns.UserTurn,
        turns.AnswerTurn,
        turns.DiagnosisTurn,
        turns.FixesTurn,
        turns.ProbeTurn,
        turns.QuestionTurn,
        turns.NoteTurn,
        turns.ErrorTurn,
        Case,
        Change,
        Undone,
    )
}
NOT_KEPT: dict[str, Any] = {"result": {"recording", "plan"}}


class Header(Frozen):
    """What the list of sessions shows. `title` is the gist of the first message."""

    id: str
    when: AwareDatetime
    folder: str
    title: str


class Journal:
    """Where one conversation is written. Its file is made by the first message."""

    def __init__(self, store: "SessionStore", folder: Path, header: Header | None = None) -> None:
        self._store = store
        self._folder = folder
        self._header = header
        self._size = 0

    @property
    def id(self) -> str:
        """Of the session that is written; empty before the first message."""
        return self._header.id if self._header else ""

    def add(self, kept: Iterable[BaseModel]) -> None:
        """Write what is of a kind to be kept."""
        lines = []
        for each in kept:
            if type(each).__name__ not in KINDS or not self._begun(each):
                continue
            lines.append(json.dumps({"kind": type(each).__name__, "value": _dumped(each)}, ensure_ascii=True))
        self._size += sum(map(len, lines))
        if lines and self._header and self._size <= LARGEST:
            self._store.append(self._header.id, lines)

    def _begun(self, each: BaseModel) -> bool:
        """Whether there is a file to write to: what the user says first makes it."""
        if self._header is None and isinstance(each, turns.UserTurn):
            self._header = self._store.begin(self._folder, title_of(each.text))
        return self._header is not None


class SessionStore:
    """All sessions of this user. `folder` is where they lie."""

    def __init__(self, folder: Path | None = None, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._folder = folder or data() / "sessions"
        self._now = now

    def begin(self, folder: Path, title: str) -> Header:
        """A new session; the oldest ones make room for it."""
        when = self._now()
        name = f"{when:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        header = Header(id=name, when=when, folder=str(folder), title=title)
        self._prune()
        self.append(name, [json.dumps(header.model_dump(mode="json"))])
        return header

    def append(self, name: str, lines: Iterable[str]) -> None:
        """Add lines to a session's file. Only its owner may read it: pastes may hold secrets."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            place = self._place(name)
            if not place.exists():
                place.touch(mode=0o600)
            with place.open("a", encoding="ascii", errors="backslashreplace") as file:
                file.writelines(f"{line}\n" for line in lines)

    def listed(self) -> list[Header]:
        """The headers of all sessions, the latest first."""
        headers = (_header(path) for path in self._files())
        return sorted((each for each in headers if each), key=lambda each: each.when, reverse=True)

    def load(self, name: str) -> list[Kept]:
        """What was kept of a session, in order; empty if there is no such session."""
        try:
            lines = self._place(name).read_text(encoding="ascii", errors="replace").splitlines()[1:]
        except OSError:
            return []
        return [value for value in map(_loaded, lines) if value is not None]

    def journal(self, folder: Path, header: Header | None = None) -> Journal:
        """Where a new conversation is written, or where an earlier one goes on."""
        return Journal(self, folder, header)

    def _files(self) -> list[Path]:
        try:
            return sorted(self._folder.glob("*.jsonl"))
        except OSError:
            return []

    def _place(self, name: str) -> Path:
        return self._folder / f"{Path(name).name}.jsonl"

    def _prune(self) -> None:
        for old in self._files()[: -MOST_SESSIONS + 1]:
            with contextlib.suppress(OSError):
                old.unlink()


def title_of(text: str) -> str:
    """The gist of a message: of several lines the last, which in a traceback is the error."""
    lines = [line for line in text.splitlines() if line.strip()]
    gist = one_line(lines[-1]) if lines else ""
    return gist if len(gist) <= TITLE else gist[: TITLE - 1] + "…"


def _dumped(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude=NOT_KEPT if "result" in type(value).model_fields else None)


def _header(path: Path) -> Header | None:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            return Header.model_validate_json(file.readline())
    except (OSError, ValidationError):
        return None


def _loaded(line: str) -> Kept | None:
    try:
        content = json.loads(line)
        return KINDS[content["kind"]].model_validate(content["value"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
