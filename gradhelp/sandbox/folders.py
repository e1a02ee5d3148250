"""Private folders: making them, and deleting them for good, whatever the script made of them, and nothing outside.

Links are deleted, never followed. A folder without permissions is given some, no depth is too much, and what a dying
process still writes to is tried again. The supervisor uses this too: standard library only, besides errors.
"""

import contextlib
import os
import stat
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from gradhelp.errors import AnalysisError
from gradhelp.sandbox.wording import Language, say

Purpose = Literal["run", "control", "probe"]
PREFIXES = {purpose: f"gradhelp-{purpose}-" for purpose in get_args(Purpose)}
"""How the names of private folders begin: a script may lie in the temporary folder itself, beside them."""
PATIENCE = (0.0, 0.05, 0.2, 0.5)
"""Seconds before each attempt."""


def private_folder(purpose: Purpose, language: Language) -> Path:
    """A new folder that only this user can enter, by its real path; AnalysisError where none can be made."""
    try:
        return Path(os.path.realpath(tempfile.mkdtemp(prefix=PREFIXES[purpose])))
    except OSError as error:
        raise no_room(error, language) from error


def no_room(error: OSError, language: Language) -> AnalysisError:
    """The error to raise where temporary files cannot be written."""
    where, reason = tempfile.gettempdir(), error.strerror or error
    return AnalysisError(say(language, "no-scratch", folder=where, reason=reason))


@contextlib.contextmanager
def passing_folder(purpose: Purpose, language: Language) -> Iterator[Path]:
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
        elif folder.exists():
            _empty(folder)
            with contextlib.suppress(OSError):
                folder.rmdir()
        if not os.path.lexists(folder):
            return True
    return False


def _empty(folder: Path) -> None:
    """Delete the content of a folder. Inner folders are first moved to the top, so that no path grows long."""
    mark = uuid.uuid4().hex
    waiting, met = [str(folder)], 0
    while waiting:
        place = waiting.pop()
        for entry in _opened(place):
            if not entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
                continue
            met += 1
            moved = os.path.join(folder, f"{mark}-{met}")
            with contextlib.suppress(OSError):
                # Moving a folder writes to it.
                os.chmod(entry.path, stat.S_IRWXU)
                os.rename(entry.path, moved)
                waiting.append(moved)
        if place != str(folder):
            with contextlib.suppress(OSError):
                os.rmdir(place)


def _opened(place: str) -> list["os.DirEntry[str]"]:
    """The entries of a folder, which is made accessible first; none if even that fails."""
    try:
        os.chmod(place, stat.S_IRWXU)
        with os.scandir(place) as entries:
            return list(entries)
    except OSError:
        return []
