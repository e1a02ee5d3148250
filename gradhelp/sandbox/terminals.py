"""Terminals, which a script must not reach: whoever can open the chat's can write on it, read its keys, and type for the user.

The supervisor uses this: standard library only, and nothing of ours.

Source: the kernel's documentation, admin-guide/devices.
"""

import contextlib
import os
import stat
from collections.abc import Iterator

DEVICES = "/dev"
PSEUDO_TERMINALS = "/dev/pts"
SERIAL_SINCE = 64
"""Lower minor numbers of major 4 are virtual consoles; serial lines, on which machines listen, follow them."""
MAJORS = frozenset({5, 7, *range(136, 144)})
"""The process's own terminal and the console, the contents of consoles, the pseudo-terminals of windows."""


def is_terminal(status: os.stat_result) -> bool:
    """Whether a device is one at which somebody sits."""
    if not stat.S_ISCHR(status.st_mode):
        return False
    major, minor = os.major(status.st_rdev), os.minor(status.st_rdev)
    return major in MAJORS or (major == 4 and minor < SERIAL_SINCE)


def devices() -> Iterator[str]:
    """All devices but terminals, and folders of them."""
    for path in _inside(DEVICES):
        with contextlib.suppress(OSError):  # a device can be unplugged at any time
            if path != PSEUDO_TERMINALS and not is_terminal(os.lstat(path)):
                yield path


def readable() -> Iterator[str]:
    """Everything but terminals: the files and folders at the top, and those among the devices."""
    yield from (path for path in _inside("/") if path != DEVICES)
    yield from devices()


def _inside(folder: str) -> list[str]:
    """No links: what they lead to has a place of its own, or, as a pipe, needs none."""
    with os.scandir(folder) as entries:
        return [entry.path for entry in entries if not entry.is_symlink()]
