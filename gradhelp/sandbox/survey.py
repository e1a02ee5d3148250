"""What lies in a project, found within a bounded time, nearest to the script first; nothing is opened or changed.

Links are never trusted: one that stays inside the project becomes a relative link in the copy; one that leads out is
looked through, so that the copy holds the content instead of a way back to the user's files. Loops end.
"""

import errno
import os
import stat
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gradhelp.sandbox.folders import PREFIXES
from gradhelp.sandbox.plan import Limits
from gradhelp.sandbox.project import Project

SKIPPED = frozenset(
    {
        ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache",
        ".pytest_cache", ".tox", ".nox", ".eggs", ".ipynb_checkpoints", ".idea", ".vscode", "wandb", "mlruns",
        "swanlog",
    }
)  # fmt: skip
"""Folders that hold environments, histories, caches or what trackers wrote: large, and no input of a run."""

SAID = frozenset({".git", ".hg", ".svn", ".venv", "venv", "node_modules", "wandb", "mlruns", "swanlog"})
"""Those of them whose absence a script could notice."""

PRIVATE = tuple(PREFIXES.values())

Kind = Literal["file", "folder", "link"]


@dataclass(frozen=True)
class Item:
    """Something to copy. `relative` is its place in the copy; `source` is what to read; `target` the text of a link."""

    relative: str
    source: str
    kind: Kind
    size: int = 0
    target: str = ""


@dataclass(frozen=True)
class Missed:
    """Something not to copy, and the key of the sentence that says why."""

    relative: str
    why: str
    size: int = 0
    reason: str = ""


@dataclass
class Survey:
    """The contents of a project in the order of nearness. `cut_short`: the bounds were reached before the end."""

    items: list[Item] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    cut_short: bool = False


@dataclass(frozen=True)
class _Folder:
    path: str
    relative: str
    above: frozenset[tuple[int, int]]
    """Device and inode of every folder above it, to notice a link that leads back."""


def survey(project: Project, limits: Limits) -> Survey:
    """Look through the project within `limits.copy_files` and `limits.scan_seconds`."""
    return _Surveyor(project, limits).run()


class _Surveyor:
    def __init__(self, project: Project, limits: Limits) -> None:
        self.project = project
        self.root = os.path.realpath(project.root)
        self.limits = limits
        self.deadline = time.monotonic() + limits.scan_seconds
        self.found = Survey()
        self.entered: set[str] = set()

    def run(self) -> Survey:
        near = os.path.relpath(self.project.nearest, self.project.root)
        queue = deque([self._folder(near), self._folder(".")])
        while queue and not self.found.cut_short:
            folder = queue.popleft()
            if folder.relative not in self.entered:
                self.entered.add(folder.relative)
                queue.extend(self._look_into(folder))
        return self.found

    def _folder(self, relative: str) -> _Folder:
        path = os.path.normpath(os.path.join(self.project.root, relative))
        return _Folder(path, "" if relative == "." else relative, frozenset())

    def _look_into(self, folder: _Folder) -> Iterator[_Folder]:
        """Record what a folder holds; give the folders in it that are to be looked into."""
        try:
            here = os.stat(folder.path)
            entries = sorted(self._listed(folder.path), key=lambda entry: entry.name)
        except OSError as error:
            self._miss(folder.relative or ".", "left-unreadable", reason=error.strerror or str(error))
            return
        above = folder.above | {(here.st_dev, here.st_ino)}
        for entry in entries:
            if self._is_over():
                return
            if inner := self._take(entry, os.path.join(folder.relative, entry.name), above):
                yield inner

    def _listed(self, path: str) -> Iterator["os.DirEntry[str]"]:
        with os.scandir(path) as entries:
            for entry in entries:
                yield entry
                if self._is_over():
                    return

    def _is_over(self) -> bool:
        full = len(self.found.items) >= self.limits.copy_files
        self.found.cut_short = self.found.cut_short or full or time.monotonic() > self.deadline
        return self.found.cut_short

    def _take(self, entry: "os.DirEntry[str]", relative: str, above: frozenset[tuple[int, int]]) -> _Folder | None:
        """Record one entry of a folder; give it back if it is a folder to look into."""
        linked = entry.is_symlink()
        try:
            status = os.stat(entry.path)
        except OSError as error:
            self._miss(relative, _why(error, linked), reason=error.strerror or str(error))
            return None
        if linked and (target := self._inside(entry.path, relative)) is not None:
            self.found.items.append(Item(relative, entry.path, "link", target=target))
        elif stat.S_ISREG(status.st_mode):
            self.found.items.append(Item(relative, entry.path, "file", size=status.st_size))
        elif not stat.S_ISDIR(status.st_mode):
            self._miss(relative, "left-special")
        elif entry.name.startswith(PRIVATE):
            return None
        elif entry.name in SKIPPED or os.path.isfile(os.path.join(entry.path, "pyvenv.cfg")):
            self.found.skipped.append(relative)
        elif (status.st_dev, status.st_ino) in above or self._holds_project(entry.path):
            self._miss(relative, "left-loop")
        else:
            self.found.items.append(Item(relative, entry.path, "folder"))
            return _Folder(entry.path, relative, above)
        return None

    def _inside(self, path: str, relative: str) -> str | None:
        """The relative text of a link that stays in the project; None if it leads out."""
        real = os.path.realpath(path)
        if real != self.root and not real.startswith(self.root.rstrip(os.sep) + os.sep):
            return None
        return os.path.relpath(os.path.relpath(real, self.root), os.path.dirname(relative) or ".")

    def _holds_project(self, path: str) -> bool:
        """Whether a folder holds the whole project, as what a link to a folder above it shows does."""
        return self.root.startswith(os.path.realpath(path).rstrip(os.sep) + os.sep)

    def _miss(self, relative: str, why: str, reason: str = "") -> None:
        self.found.missed.append(Missed(relative, why, reason=reason))


def _why(error: OSError, linked: bool) -> str:
    if linked and error.errno in (errno.ENOENT, errno.ELOOP):
        return "left-dangling" if error.errno == errno.ENOENT else "left-loop"
    return "left-unreadable"
