"""What has been written into the user's files and can be taken back: the last first, also after a restart.

Invariant: neither is a file put back that has been changed since, nor from a backup that is not what was put aside.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

from gradhelp.experiments.apply import Written
from gradhelp.model.span import Frozen


class WrittenFile(Frozen):
    """A file that was replaced; the digests are SHA-256 of what it holds now and of what its backup holds."""

    path: Path
    backup: Path
    digest: str
    old: str

    @classmethod
    def of(cls, written: Written) -> Self:
        """As it lies on the disk."""
        return cls(path=written.path, backup=written.backup, digest=_digest(written.path), old=_digest(written.backup))

    @property
    def untouched(self) -> bool:
        """Whether both are as they were left."""
        return _digest(self.path) == self.digest and _digest(self.backup) == self.old


class Change(Frozen):
    """One fix that was written. `finding` and `fix` count from 0; `check` tells the check that has shown it."""

    check: str
    finding: int
    fix: int
    files: tuple[WrittenFile, ...]

    @property
    def stands(self) -> bool:
        """Whether the files hold what was written: the user, or a `git checkout`, may have put something else there."""
        return all(_digest(each.path) == each.digest for each in self.files)

    def excludes(self, check: str, finding: int, files: Iterable[Path]) -> bool:
        """Whether another fix of that check would be the other way to mend the same, or change the same files."""
        shared = {each.path for each in self.files} & set(files)
        return self.check == check and (self.finding == finding or bool(shared))


class Undone(Frozen):
    """The last of the changes was taken back."""


def check_of(sources: Mapping[str, str]) -> str:
    """What tells the check of these sources from those of others."""
    joined = "\0".join(f"{name}\0{text}" for name, text in sorted(sources.items()))
    return hashlib.sha256(joined.encode("utf-8", "backslashreplace")).hexdigest()


def standing(kept: Sequence[object]) -> list[Change]:
    """The changes that were written and not taken back, the last at the end."""
    changes: list[Change] = []
    for each in kept:
        if isinstance(each, Change):
            changes.append(each)
        elif isinstance(each, Undone) and changes:
            changes.pop()
    return changes


def put_back(change: Change) -> None:
    """Each file is replaced by its backup. Raises OSError."""
    for each in change.files:
        os.replace(each.backup, os.path.realpath(each.path))


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
