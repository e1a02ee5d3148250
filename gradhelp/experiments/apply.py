"""Writes a change into the user's files: only on request, only over what was read, and so that it can be undone.

Invariants: a file that differs from what the run has read is not touched; each file is replaced in one step and keeps
its encoding, line ends and mode; its old content lies beside it under a name of its own; all files or none.
"""

import io
import json
import os
import tempfile
import tokenize
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from gradhelp.catalog import Lang
from gradhelp.errors import UsageError
from gradhelp.experiments.files import Files
from gradhelp.experiments.wording import say
from gradhelp.sandbox.plan import RunPlan


@dataclass(frozen=True)
class Written:
    """A file that was replaced, and where its old content lies."""

    path: Path
    backup: Path


def apply(plan: RunPlan, sources: Mapping[str, str], change: Mapping[str, str], lang: Lang) -> list[Written]:
    """Write `change` (file → whole new text) over `sources`, what the run had read.

    Raises UsageError, with nothing written, where a file has changed since or cannot be written.
    """
    files = Files(plan)
    old = files.whole({name: sources.get(name, "") for name in change})
    new = files.whole(change)
    with ExitStack() as undo:
        prepared = [(path, *_prepared(path, old[path], new[path], lang, undo)) for path in new]
        done = []
        for path, temporary, backup in prepared:
            _replace(path, temporary, lang)
            undo.callback(_put_back, path, backup)
            done.append(Written(path, backup))
        undo.pop_all()
    return done


def changed_since(plan: RunPlan, sources: Mapping[str, str]) -> bool:
    """Whether one of the files no longer holds what the run has read; one that cannot be read now counts as unchanged."""
    try:
        read = Files(plan).whole(sources)
    except (OSError, ValueError):
        return False
    for path, text in read.items():
        with suppress(OSError, UnicodeError, LookupError):
            if not _alike(path, _decoded(path.read_bytes()), text):
                return True
    return False


def _prepared(path: Path, old: str, new: str, lang: Lang, undo: ExitStack) -> tuple[Path, Path]:
    """The new content and the backup, both written beside the file; removed again should anything fail."""
    try:
        target = Path(os.path.realpath(path))
        data = target.read_bytes()
        if not _alike(path, _decoded(data), old):
            raise UsageError(say(lang, "changed", file=path))
        temporary = _beside(target, _encoded(data, new))
        undo.callback(_discard, temporary)
        backup = _backup(target, data)
        undo.callback(_discard, backup)
    except (OSError, UnicodeError, LookupError) as error:
        raise UsageError(
            say(lang, "cannot_write", file=path, reason=getattr(error, "strerror", None) or error)
        ) from error
    return temporary, backup


def _alike(path: Path, found: str, read: str) -> bool:
    """Whether a file holds what was read; of a notebook the content counts, not the layout of its JSON."""
    if path.suffix == ".ipynb":
        try:
            return bool(json.loads(found) == json.loads(read))
        except ValueError:
            return False
    return _normal(found) == _normal(read)


def _beside(target: Path, data: bytes) -> Path:
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, target.stat().st_mode & 0o7777)
    return Path(file.name)


def _backup(target: Path, data: bytes) -> Path:
    """The old content under a name that is not taken; never over an earlier backup."""
    number = 0
    while True:
        place = target.with_name(f"{target.name}.bak{number or ''}")
        with suppress(FileExistsError), place.open("xb") as file:
            file.write(data)
            os.chmod(place, target.stat().st_mode & 0o7777)
            return place
        number += 1


def _replace(path: Path, temporary: Path, lang: Lang) -> None:
    try:
        os.replace(temporary, os.path.realpath(path))
    except OSError as error:
        raise UsageError(say(lang, "cannot_write", file=path, reason=error.strerror or error)) from error


def _put_back(path: Path, backup: Path) -> None:
    with suppress(OSError):
        Path(os.path.realpath(path)).write_bytes(backup.read_bytes())


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _encoding(data: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError:
        return "utf-8"


def _decoded(data: bytes) -> str:
    return data.decode(_encoding(data), "replace")


def _encoded(data: bytes, text: str) -> bytes:
    """The text as the old content was encoded, its line ends as most of the old ones."""
    lines = _normal(text)
    if data.count(b"\r\n") * 2 > data.count(b"\n"):
        lines = lines.replace("\n", "\r\n")
    return lines.encode(_encoding(data))


def _normal(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
