"""Landlock: this thread and all that it starts may read and run everything but terminals, and write only where it is told.

Linux only, from 5.13 on; what a kernel does not know of (its ABI version says what) is left out of the demand. Once in
force it cannot be lifted. Not in the kernel's power here: mode, owner, times and attributes of files, and what another
process does on request. The supervisor uses this too: standard library only.

Source: the kernel's documentation, userspace-api/landlock.
"""

import contextlib
import ctypes
import json
import os
import stat
import struct
import sys
import threading
from functools import cache
from typing import Any, NamedTuple

from gradhelp.sandbox.terminals import readable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, the same on all current architectures."""
ASK_VERSION = 1
PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38

WRITE_FILE, READ_FILE, REFER, TRUNCATE, CONTROL_DEVICE = 1 << 1, 1 << 2, 1 << 13, 1 << 14, 1 << 15
REMOVE_AND_MAKE = sum(1 << bit for bit in range(4, 13))
"""Remove folders and files; make devices, folders, files, sockets, pipes and links."""
MAKE_DEVICES = 1 << 6 | 1 << 11
"""Denied everywhere: a device that root makes leads to a whole disk."""
SCOPE_SIGNAL = 1 << 1
OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE
REFER_SINCE, TRUNCATE_SINCE, CONTROL_SINCE, SCOPE_SINCE = 2, 3, 5, 6


class Writable(NamedTuple):
    """Where may be written. Paths that do not exist are passed over."""

    beneath: tuple[str, ...] = ()
    """Folders in which everything may be done but making devices, the folder itself excepted."""
    existing: tuple[str, ...] = ()
    """Files, and folders whose files, may be written to as they stand: nothing is made or removed there."""

    def to_text(self) -> str:
        """For the supervisor's command line."""
        return json.dumps([self.beneath, self.existing])

    @classmethod
    def from_text(cls, text: str) -> "Writable":
        """What `to_text` wrote."""
        beneath, existing = json.loads(text)
        return cls(tuple(beneath), tuple(existing))


def abi() -> int:
    """The version of Landlock that this kernel speaks; 0 where there is none."""
    try:
        return int(_call(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(ASK_VERSION)))
    except OSError:
        return 0


@cache
def works() -> bool:
    """Whether `restrict` does its work here: tried on a thread that ends with the trial."""
    done: list[bool] = []

    def attempt() -> None:
        with contextlib.suppress(OSError):
            restrict(Writable())
            done.append(True)

    if abi() > 0:
        trial = threading.Thread(target=attempt)
        trial.start()
        trial.join()
    return bool(done)


def restrict(writable: Writable) -> None:
    """From here on this thread and its children write to these places only, and signal none but each other.

    Raises OSError where the kernel refuses; then nothing is restricted.
    """
    version = abi()
    handled = handled_rights(version)
    scoped = SCOPE_SIGNAL if version >= SCOPE_SINCE else 0
    # Kernels before the scopes know a shorter structure.
    attributes = struct.pack("=QQQ", handled, 0, scoped) if scoped else struct.pack("=Q", handled)
    rules = _call(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        places = (
            (readable(), READ_FILE), (writable.beneath, handled & ~MAKE_DEVICES), (writable.existing, OF_FILES)
        )  # fmt: skip
        for paths, rights in places:
            for path in paths:
                _allow(rules, path, rights & handled)
        _no_new_privileges()
        _call(RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def handled_rights(version: int) -> int:
    """All rights that are refused where nothing allows them, as far as a version knows of them, as the kernel's bits."""
    rights = WRITE_FILE | READ_FILE | REMOVE_AND_MAKE
    for since, right in ((REFER_SINCE, REFER), (TRUNCATE_SINCE, TRUNCATE), (CONTROL_SINCE, CONTROL_DEVICE)):
        if version >= since:
            rights |= right
    return rights


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= OF_FILES
        rule = struct.pack("=Qi", rights, place)
        _call(ADD_RULE, ctypes.c_int(rules), ctypes.c_int(PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(place)


def _no_new_privileges() -> None:
    """Without this, which also keeps `sudo` and the like from gaining any, the kernel does not restrict."""
    on, unused = ctypes.c_ulong(1), ctypes.c_ulong(0)
    if _library().prctl(PR_SET_NO_NEW_PRIVS, on, unused, unused, unused):
        raise OSError(ctypes.get_errno(), "prctl")


def _call(number: int, *arguments: Any) -> int:
    """A system call; OSError where it fails or where there are none of that kind."""
    if sys.platform != "linux":
        raise OSError("no Landlock")
    result = int(_library().syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


@cache
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)
