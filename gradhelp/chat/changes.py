"""Writes a repair into the user's files, or beside them, and takes it back: only ever on request.

Invariants: what is not the repair that the last check has shown is never written; no file is overwritten except by a
repair and its undoing, and neither where the file has changed since.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from gradhelp.chat.turns import Step
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import PIPED, Result
from gradhelp.errors import UsageError
from gradhelp.experiments.apply import Written, apply


class Changes:
    """`folder` is where relative paths start, and where patches and exports are put."""

    def __init__(self, voice: Voice, folder: Path) -> None:
        self._voice = voice
        self._folder = folder
        self._written: list[tuple[Written, str]] = []

    def apply(self, result: Result | None) -> list[Step]:
        """Write the repair of the first finding over the files it changes; their old contents stay beside them."""
        if result is None or not result.change or result.plan is None:
            return [self._voice.note("apply_none")]
        if PIPED in result.change:
            return [self._voice.note("apply_pasted")]
        written = apply(result.plan, result.sources, result.change, self._voice.lang)
        self._written = [(each, _digest(each.path)) for each in written]
        files = ", ".join(self._name(each.path) for each in written)
        backups = ", ".join(self._name(each.backup) for each in written)
        key = "applied" if result.diagnosis.findings[0].fixes[0].verified else "applied_untried"
        return [self._voice.note(key, files=files, backups=backups)]

    def undo(self) -> list[Step]:
        """Put the old contents back, unless a file has been changed since."""
        if not self._written:
            return [self._voice.note("undo_none")]
        changed = [each for each, digest in self._written if _digest(each.path) != digest or not each.backup.is_file()]
        if changed:
            files, backups = (", ".join(map(self._name, each)) for each in zip(*_places(changed), strict=True))
            raise UsageError(self._voice.say("undo_changed", files=files, backups=backups))
        for each, _ in self._written:
            os.replace(each.backup, os.path.realpath(each.path))
        files = ", ".join(self._name(each.path) for each, _ in self._written)
        self._written = []
        return [self._voice.note("undone", files=files)]

    def save(self, result: Result | None, argument: str) -> list[Step]:
        """Put the first finding's change beside the program, as a patch."""
        fixes = result.diagnosis.findings[0].fixes if result and result.diagnosis.findings else []
        diff = next((fix.diff for fix in fixes if fix.diff), None)
        if diff is None:
            return [self._voice.note("apply_none")]
        return self.write(argument, "gradhelp.patch", diff, "saved_patch")

    def write(self, argument: str, name: str, text: str, key: str) -> list[Step]:
        """A new file with `text`: the one that was named, else one called `name`, or like it where that is taken."""
        try:
            place = _made(self._folder / Path(argument).expanduser(), text) if argument else self._unnamed(name, text)
        except FileExistsError:
            return [self._voice.error("save_exists", path=argument)]
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return [self._voice.error("save_failed", path=argument or name, reason=reason)]
        return [self._voice.note(key, path=self._name(place))]

    def _unnamed(self, name: str, text: str) -> Path:
        stem, _, suffix = name.rpartition(".")
        number = 1
        while True:
            place = self._folder / (name if number == 1 else f"{stem}-{number}.{suffix}")
            try:
                return _made(place, text)
            except FileExistsError:
                number += 1

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self._folder)) if path.is_relative_to(self._folder) else str(path)


def _made(place: Path, text: str) -> Path:
    with place.open("x", encoding="utf-8") as file:
        file.write(text)
    return place


def _places(written: Iterable[Written]) -> list[tuple[Path, Path]]:
    return [(each.path, each.backup) for each in written]


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
