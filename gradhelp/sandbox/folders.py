"""Private folders: making them, and deleting them for good, whatever the script made of them, and nothing outside.

Links are deleted, never followed. A read-only folder is made writable; a tree that is too deep for recursion, or that a
dying process still writes to, is tried again. The supervisor uses this too: standard library only, besides errors.
"""

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from gradhelp.errors import AnalysisError
from gradhelp.sandbox.wording import Language, say

PATIENCE = (0.0, 0.05, 0.2, 0.5)
"""Seconds before each attempt."""


def private_folder(purpose: str, language: Language) -> Path:
    """A new folder that only this user can enter, by its real path; AnalysisError where none can be made."""
    try:
        return Path(os.path.realpath(tempfile.mkdtemp(prefix=f"gradhelp-{purpose}-")))
    except OSError as error:
        raise no_room(error, language) from error


def no_room(error: OSError, language: Language) -> AnalysisError:
    """The error to raise where temporary files cannot be written."""
    where, reason = tempfile.gettempdir(), error.strerror or error
    return AnalysisError(say(language, "no-scratch", folder=where, reason=reason))


@contextlib.contextmanager
def passing_folder(purpose: str, language: Language) -> Iterator[Path]:
    """A private folder for the time of a block."""
    folder = private_folder(purpose, language)
    try:
        yield folder
    finally:
        remove_tree(folder)


def remove_tree(folder: Path) -> bool:
    """Delete a folder with everything in it; False if something of it is still there."""
    for pause in PATIENCE:
        time.sleep(pause)
        if folder.is_symlink():
            folder.unlink(missing_ok=True)
        if not folder.exists():
            return True
        with contextlib.suppress(OSError, RecursionError):
            shutil.rmtree(folder, onerror=_make_writable)
        if folder.is_dir() and not folder.is_symlink():
            _remove_deep(folder)
    return not os.path.lexists(folder)


def _make_writable(_function: object, path: str, _error: object) -> None:
    """Open up the folder that could not be listed, or the one that holds what could not be deleted."""
    for place in (os.path.dirname(path), path):
        with contextlib.suppress(OSError):
            if stat.S_ISDIR(os.lstat(place).st_mode):
                os.chmod(place, stat.S_IRWXU)


def _remove_deep(folder: Path) -> None:
    """The system's own rm knows no limit of depth; both commands leave the targets of links alone."""
    for command in (("chmod", "-R", "u+rwx"), ("rm", "-rf")):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([*command, "--", str(folder)], stderr=subprocess.DEVNULL, timeout=60, check=False)
