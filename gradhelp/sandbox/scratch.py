"""A copy of the project in which the script may do what it likes, and its removal afterwards.

Invariants: nothing below the user's folder is opened for writing; no link in the copy leads out of it; the copy lies
at least as deep as the original, so that a script which says `..` stays inside; what the copy does not hold is said.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from gradhelp.errors import UsageError
from gradhelp.sandbox.copying import copy_items, read_programs, write_program
from gradhelp.sandbox.folders import no_room, private_folder, remove_tree
from gradhelp.sandbox.interrupts import uninterrupted
from gradhelp.sandbox.left_out import sentences
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import Project
from gradhelp.sandbox.survey import Item, survey
from gradhelp.sandbox.wording import say

MARGIN = ("0", "1", "2", "3", "4", "5", "6", "7")
"""Folders between the scratch and the copy, for a script that says `..` more often than its folder is deep."""
LONGEST_MIRROR = 1000


@dataclass
class Scratch:
    """The private folders of one run; a context manager that removes them. All paths are real and absolute.

    `base` holds the copy (`root`), the script's temporary folder and what trackers write. `control` holds the
    configuration and the events; it lies beside `base`, where no relative path of the script leads.
    """

    base: Path
    control: Path
    project: Project
    root: Path
    left_out: list[str] = field(default_factory=list)
    programs: dict[str, str] = field(default_factory=dict)
    """Texts of the programs as copied, by their place below `root`."""

    @property
    def temporary(self) -> Path:
        """The script's own TMPDIR."""
        return self.base / "tmp"

    @property
    def trackers(self) -> Path:
        """Where experiment trackers write instead of the network."""
        return self.base / "trackers"

    @property
    def caches(self) -> Path:
        """Where libraries put what they compile, unless they have a place for it already."""
        return self.base / "caches"

    @property
    def cwd(self) -> Path:
        """The working folder of the script."""
        return self.inside(self.project.cwd)

    def inside(self, path: Path) -> Path:
        """The place in the copy of a path in the project; ValueError for another path."""
        return self.root / path.relative_to(self.project.root)

    def remove(self) -> None:
        """Delete both folders."""
        with uninterrupted():
            for folder in (self.base, self.control):
                remove_tree(folder)

    def __enter__(self) -> "Scratch":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()


def make_scratch(plan: RunPlan, project: Project) -> Scratch:
    """Copy the project; AnalysisError where there is no room for it."""
    folders: list[Path] = []
    try:
        folders.append(private_folder("run", plan.language))
        folders.append(private_folder("control", plan.language))
        return _filled(plan, project, *folders)
    except BaseException as error:
        with uninterrupted():
            for folder in folders:
                remove_tree(folder)
        if isinstance(error, OSError):
            raise no_room(error, plan.language) from error
        raise


def _filled(plan: RunPlan, project: Project, base: Path, control: Path) -> Scratch:
    scratch = Scratch(base, control, project, base.joinpath(*MARGIN, *_mirror(project.root)))
    for folder in (scratch.temporary, scratch.trackers, scratch.inside(project.nearest), scratch.cwd):
        folder.mkdir(parents=True, exist_ok=True)
    found = survey(project, plan.limits)
    _ensure_entry(found.items, project)
    late = copy_items(found, scratch.root, os.path.normpath(project.near), plan.limits)
    for path, text in plan.overlaid.items():
        _lay_over(plan, scratch, path, text)
    scratch.programs = read_programs(found, scratch.root) | _overlaid_programs(plan, scratch)
    scratch.left_out = sentences(plan, project, found, late)
    return scratch


def _mirror(root: Path) -> list[str]:
    """The folders above and including the root by their own names, unless the path would grow too long."""
    parts = list(root.parts[1:])
    return parts if len(str(root)) <= LONGEST_MIRROR else ["project"] * len(parts)


def _ensure_entry(items: list[Item], project: Project) -> None:
    """The script itself is copied even where the survey was cut short before it."""
    entry = project.entry
    if entry is not None and entry.is_file():
        relative = os.path.relpath(entry, project.root)
        if all(item.relative != relative for item in items):
            items.append(Item(relative, str(entry), "file", size=entry.stat().st_size))


def _lay_over(plan: RunPlan, scratch: Scratch, path: Path, text: str) -> None:
    try:
        target = scratch.inside(path)
    except ValueError as error:
        root = scratch.project.root
        raise UsageError(say(plan.language, "overlay-outside", path=path, root=root)) from error
    write_program(target, text)


def _overlaid_programs(plan: RunPlan, scratch: Scratch) -> dict[str, str]:
    root = scratch.project.root
    return {path.relative_to(root).as_posix(): text for path, text in plan.overlaid.items()}
