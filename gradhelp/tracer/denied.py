"""Which files an error may speak of that looks like a refused write: candidates only, judged by who knows what was locked.

Libraries in C name no file ("open file failed with strerror: Permission denied"); then what their callers hold is told.
"""

from __future__ import annotations

import errno
import os
from typing import Any, Callable

REFUSALS = (errno.EACCES, errno.EXDEV)
WORDS = ("permission denied", "errno = 13", "unable to open database", "readonly database", "cannot be opened")
MAX_CANDIDATES = 16
LONGEST_PATH = 4096


def denied(error: BaseException, text: str, frames: list[Any], is_user: Callable[[Any], bool]) -> list[str]:
    """Absolute paths, the likeliest first; none where the error is of another kind. `frames`: outermost first."""
    try:
        return _candidates(error, text, frames, is_user)
    except Exception:  # an error of the user's own class may answer with anything
        return []


def _candidates(error: BaseException, text: str, frames: list[Any], is_user: Callable[[Any], bool]) -> list[str]:
    found: list[str] = []
    if isinstance(error, OSError):
        if error.errno not in REFUSALS and not any(word in text.lower() for word in WORDS):
            return []
        named = [value for value in (error.filename, error.filename2) if _path(value)]
        found.extend(_by_full_name(str(value), frames) or _path(value) for value in named)
    elif not any(word in text.lower() for word in WORDS):
        return []
    for frame in [] if found else reversed(frames):
        values = list(frame.f_locals.values())[:64]
        found.extend(path for value in values if (path := _path(value)))
        if is_user(frame) or len(found) >= MAX_CANDIDATES:
            break
    return list(dict.fromkeys(found))[:MAX_CANDIDATES]


def _by_full_name(name: str, frames: list[Any]) -> str:
    """What a caller knows as the full name of a file that was named relative to an open folder, as rmtree does."""
    if os.path.isabs(name):
        return ""
    known = (_path(value) for frame in reversed(frames[-3:]) for value in list(frame.f_locals.values())[:64])
    return next((path for path in known if path.endswith(os.sep + name)), "")


def _path(value: Any) -> str:
    """What may be a path, as an absolute one; empty for anything else. No code of the user's is called."""
    if type(value).__module__.partition(".")[0] == "pathlib":
        value = str(value)
    if type(value) is bytes:
        value = os.fsdecode(value)
    if type(value) is not str or not 0 < len(value) < LONGEST_PATH or "\n" in value or "\0" in value:
        return ""
    return os.path.abspath(value)
