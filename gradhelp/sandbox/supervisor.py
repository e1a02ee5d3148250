"""Stands between gradhelp and the script: `python -I -S supervisor.py STATUS_FD CWD FOLDERS WRITABLE COMMAND…`.

A script may kill its parent; that must not be gradhelp, and the script must still be found and ended. So the parent of
the script is a pawn, and the pawn's parent is this process, which adopts every orphan below it (Linux) and reports how
the script ended. The pawn locks itself, and with it the script, out of all places but WRITABLE (empty: no lock); this
process, which has to tidy up, stays free. If gradhelp itself dies, standard input ends, and this process ends the tree and deletes the scratch
folders. The environment is the script's own, hence -I -S: nothing of it may change this process.

Reports, one a line on the status descriptor: `started PID PAWN`, `ended PID RETURNCODE`, `failed TEXT`.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.1


def main(arguments: list[str]) -> None:
    """Start the command, then watch until it is time to go."""
    status, (cwd, folders, writable), command = int(arguments[0]), arguments[1:4], arguments[4:]
    os.set_inheritable(status, False)
    _reset_signals()
    _adopt_orphans()
    if os.fork() == 0:
        _be_the_pawn(status, cwd, writable, command)
    # The script's streams end when the script and its children are gone, not when this process is.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if not _watch(status):
        _clean_up(folders.split(os.pathsep))


def _adopt_orphans() -> None:
    """Become the parent of every process below that loses its own (Linux only; elsewhere init does)."""
    with contextlib.suppress(OSError, AttributeError):
        on, unused = ctypes.c_ulong(1), ctypes.c_ulong(0)
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, on, unused, unused, unused)


def _reset_signals() -> None:
    """Undo what gradhelp's own circumstances left behind: the script is stopped by an interrupt, so it must arrive."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _be_the_pawn(status: int, cwd: str, writable: str, command: list[str]) -> None:
    try:
        if writable:
            _lock(writable)
        # A session of its own: a script that signals its process group reaches itself only, and no terminal.
        child = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        _report(status, f"failed {error.strerror or error}")
        os._exit(1)
    _report(status, f"started {child.pid} {os.getpid()}")
    _report(status, f"ended {child.pid} {child.wait()}")
    os._exit(0)


def _lock(writable: str) -> None:
    _find_package()
    from gradhelp.sandbox.landlock import Writable, restrict

    restrict(Writable.from_text(writable))


def _find_package() -> None:
    """In isolated mode the folder of this file is not on the path; the package is found from here."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def _watch(status: int) -> bool:
    """Report what ended until told to go; False if gradhelp went without telling."""
    while True:
        ready, _, _ = select.select([0], [], [], POLL_SECONDS)
        _reap(status)
        if ready:
            return bool(os.read(0, 1))


def _reap(status: int) -> None:
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, code = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            _report(status, f"ended {pid} {os.waitstatus_to_exitcode(code)}")


def _report(status: int, line: str) -> None:
    with contextlib.suppress(OSError):
        os.write(status, line.encode("utf-8", "replace").replace(b"\n", b" ") + b"\n")


def _clean_up(folders: list[str]) -> None:
    _find_package()
    from gradhelp.sandbox.folders import remove_tree
    from gradhelp.sandbox.tree import Tree

    Tree(os.getpid(), mark=os.environ["GRADHELP_RUN"]).end()
    for folder in folders:
        remove_tree(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
