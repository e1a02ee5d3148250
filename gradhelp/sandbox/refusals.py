"""Which write of the script's the isolation refused, where that is what ended the script.

Candidates are the files that the error and its causes speak of, those that the line which raised it writes out, and,
where a child of the script failed, those of its last output. Refused by us is what lies in no place that was open, and
what this process, which is not locked, could write to: any other failure the script would have met without us as well.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gradhelp.facts.recording import Event
from gradhelp.sandbox.landlock import Writable
from gradhelp.sandbox.project import is_too_wide

DENIED = re.compile(
    r"permission denied|errno = 13|unable to open database|readonly database|cannot be opened", re.IGNORECASE
)
NAMED = re.compile(r"""['"‘“`](~?/[^'"’”`\n]+)['"’”`]|(?<![\w'"/.~])(~?/[^\s'"`:,;()]+)""")
FROM_CHILDREN = ("CalledProcessError", "SystemExit")
LAST_LINES = 60


@dataclass(frozen=True)
class Refusal:
    """The file that the script was kept from, and the folder (or file) that would have to be allowed; None where that
    would be too much: the home folder, say."""

    path: str
    allow: str | None


def refusal(raised: Event | None, stderr: str, root: Path, open_places: Writable) -> Refusal | None:
    """What a script that failed, with or without an error of its own, failed for; None if for something else."""
    candidates = list(_of_error(raised, root)) if raised else []
    if raised is None or raised.get("type") in FROM_CHILDREN:
        candidates += _named(_denials(stderr, LAST_LINES), root)
    path = next((path for path in candidates if _is_ours(path, open_places)), None)
    return None if path is None else Refusal(path, _remedy(Path(path), open_places))


def _of_error(raised: Event, root: Path) -> Iterator[str]:
    while raised:
        yield from (path for path in raised.get("denied") or () if isinstance(path, str))
        message = str(raised.get("message") or raised.get("error") or "")
        if DENIED.search(message):
            yield from _named(_denials(message), root)
            # The library need not repeat what the call wrote out.
            yield from _named("\n".join(str(frame.get("code")) for frame in reversed(raised.get("frames") or [])))
        raised = raised.get("cause") or {}


def _denials(text: str, last: int = 0) -> str:
    """The lines that speak of a refusal: a text may hold a whole traceback, with the names of sound files."""
    return "\n".join(line for line in text.splitlines()[-last:] if DENIED.search(line))


def _named(text: str, root: Path | None = None) -> list[str]:
    """The absolute paths in a text. Those in `root` are left out: in a translated text they may be the copy's."""
    paths = [os.path.expanduser(quoted or bare) for quoted, bare in NAMED.findall(text)]
    return [path for path in paths if root is None or root not in (Path(path), *Path(path).parents)]


def _is_ours(path: str, open_places: Writable) -> bool:
    """Whether the path lies in no open place, and could be written, made or removed without the lock."""
    if not os.path.isabs(path) or "\0" in path or path in open_places.existing:
        return False
    place = Path(os.path.realpath(path))
    if any(Path(os.path.realpath(folder)) in place.parents for folder in open_places.beneath):
        return False
    if place.exists() and not place.is_dir():
        return os.access(place, os.W_OK)
    existing = _existing(place)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def _existing(place: Path) -> Path:
    return next(folder for folder in (place, *place.parents) if folder.exists())


def _remedy(path: Path, open_places: Writable) -> str | None:
    """The narrowest thing to allow with which this write, and probably the next ones, would be let through."""
    if str(path) in open_places.beneath:
        return None
    if path.is_dir():
        return None if is_too_wide(path) else str(path)
    if not is_too_wide(path.parent):
        return str(path.parent)
    # A folder that is missing is made when it is allowed; a file in a folder that is too wide cannot be.
    return str(path) if path.exists() or not path.suffix else None
