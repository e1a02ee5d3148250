"""Which folder is the script's project, that is, what a copy has to hold for the script to run as it does in place.

The script's own folder, unless it visibly reaches above it: it lies in a package; it is run from a folder above; it
imports a module that lies above; its text speaks of `..`. Never the home folder, a file system's root or a temporary
folder, unless the script lies in it directly.
"""

import ast
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePath

from gradhelp.sandbox.plan import RunPlan

MARKERS = (".git", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "environment.yml", ".hg")
UNMARKED_LEVELS = 3
"""How far above the script a working folder without any mark still counts as its project."""
MOST_NAMES = 500
REACHES_UP = re.compile(r"""\.\./|\.\.\\|["']\.\.["']|\bpardir\b|\.parents\b|\.parent\.parent|dirname\(.*dirname\(""")


@dataclass(frozen=True)
class Project:
    """`root` is what is copied; `entry` (the script; None for a module) and `cwd` lie in it. All are absolute."""

    root: Path
    entry: Path | None
    cwd: Path
    cwd_moved: bool
    """The user's own working folder is no part of the project, so the script's folder stands for it."""
    borrowed: tuple[str, ...] = ()
    """Modules that the script imports, which the project provides, but not from the script's folder."""

    @property
    def near(self) -> str:
        """The script's folder relative to the root, with forward slashes; `.` for the root itself."""
        return PurePath(os.path.relpath(self.nearest, self.root)).as_posix()

    @property
    def nearest(self) -> Path:
        """The folder to copy first: the script's own, or the working folder."""
        return self.entry.parent if self.entry else self.cwd


def find_project(plan: RunPlan) -> Project:
    """The project of this plan's script or module."""
    cwd = Path(os.path.abspath(plan.cwd))
    entry = plan.entry
    if entry is None:
        return Project(cwd, None, cwd, False)
    root = _package_parent(entry.parent)
    text = plan.overlaid.get(entry) or _text(entry)
    marked = marked_root(root)
    if marked and _borrowed(text, marked, entry.parent):
        root = marked
    if REACHES_UP.search(text) or any(".." in PurePath(argument).parts for argument in plan.args):
        root = marked or (root if is_too_wide(root.parent) else root.parent)
    if _is_run_from_above(cwd, root, marked, [*_texts(text), *plan.args]):
        root = cwd
    inside = cwd == root or root in cwd.parents
    return Project(root, entry, cwd if inside else entry.parent, not inside, _borrowed(text, root, entry.parent))


def marked_root(folder: Path) -> Path | None:
    """The nearest folder, from `folder` upwards, that bears the mark of a project; None if there is none."""
    for place in (folder, *folder.parents):
        if is_too_wide(place):
            return None
        if any((place / marker).exists() for marker in MARKERS):
            return place
    return None


def is_too_wide(folder: Path) -> bool:
    """Whether a folder holds unrelated things by its nature: a root, home, the temporary folder, or one above them."""
    wide = {Path(os.path.expanduser("~")), Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")}
    return any(folder == place or folder in place.parents for place in wide) or folder.parent == folder


def _is_run_from_above(cwd: Path, root: Path, marked: Path | None, names: list[str]) -> bool:
    """Whether the working folder lies above `root` and belongs to the same project, as in `python scripts/train.py`."""
    if cwd not in root.parents or is_too_wide(cwd):
        return False
    if marked is None:
        # Nothing says that the two belong together: the files that the script names decide.
        near = cwd in list(root.parents)[:UNMARKED_LEVELS]
        found = _existing(names, cwd)
        return near and found > 0 and found >= _existing(names, root)
    return marked in (cwd, *cwd.parents) or marked_root(cwd) == cwd


def _package_parent(folder: Path) -> Path:
    while (folder / "__init__.py").is_file() and not is_too_wide(folder.parent):
        folder = folder.parent
    return folder


def _text(script: Path) -> str:
    try:
        return script.read_bytes()[:1_000_000].decode("utf-8", "replace")
    except OSError:
        return ""


def _borrowed(text: str, root: Path, folder: Path) -> tuple[str, ...]:
    """The modules that a script in `folder` imports and that lie in `root` (or its `src`), not beside the script."""
    return tuple(
        name
        for name in sorted(_imported(text) - sys.stdlib_module_names)
        if not _provides(folder, name) and (_provides(root, name) or _provides(root / "src", name))
    )


def _provides(folder: Path, module: str) -> bool:
    return (folder / module).is_dir() or (folder / f"{module}.py").is_file()


def _existing(names: list[str], folder: Path) -> int:
    """How many of the texts are names of files or folders in `folder`."""
    likely = [name for name in names if 0 < len(name) < 200 and name.isprintable() and name.strip("./")]
    return sum((folder / name).exists() for name in likely[:MOST_NAMES])


def _texts(text: str) -> list[str]:
    """The texts that a program writes out, each once."""
    constants = (node.value for node in _nodes(text) if isinstance(node, ast.Constant))
    return list(dict.fromkeys(value for value in constants if isinstance(value, str)))


def _imported(text: str) -> set[str]:
    """The first names of the modules that a program imports; none where it does not parse."""
    nodes = _nodes(text)
    plain = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = {node.module.split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return plain | froms


def _nodes(text: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
