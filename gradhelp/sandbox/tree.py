"""The tree of processes that a run has started: finding all of it, measuring it, and ending it.

A process belongs to the run if it descends from the supervisor (which adopts orphans), or bears the run's mark in its
environment, or descends from one that was seen to belong. That is read from /proc; on systems without it the child's
process group has to do. A process is known by its number and its starting time together, since numbers are used again.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PROC = Path("/proc")
HAS_PROC = (PROC / "self/stat").exists()
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
PATIENCE = 0.2
"""Seconds in which helpers of the script, such as those of multiprocessing, end by themselves after it."""
ROUNDS = 100
"""How often a tree is stopped and killed before it is given up."""


@dataclass(frozen=True)
class Process:
    """One line of the process table. `born` is in clock ticks since the system started."""

    pid: int
    born: int
    parent: int = field(compare=False, default=0)
    resident: int = field(compare=False, default=0)
    """Bytes in memory."""
    zombie: bool = field(compare=False, default=False)


def process(pid: int) -> Process | None:
    """The process with this number; None if there is none or if it cannot be looked at."""
    try:
        text = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name, in parentheses, may hold anything, parentheses and spaces included.
    fields = text[text.rindex(")") + 2 :].split()
    return Process(pid, int(fields[19]), int(fields[1]), int(fields[21]) * PAGE, fields[0] in "ZX")


def table() -> dict[int, Process]:
    """All processes of the machine that can be seen."""
    numbers = (int(name) for name in os.listdir(PROC) if name.isdecimal())
    return {found.pid: found for found in map(process, numbers) if found}


@dataclass
class Tree:
    """The processes of one run. The supervisor is their common ancestor; it and the pawn are not counted."""

    supervisor: int
    mark: str
    pawn: int = 0
    group: int = 0
    """The child's process group; all that is known of the tree where there is no /proc."""
    seen: set[Process] = field(default_factory=set)

    def members(self, thorough: bool = False) -> list[Process]:
        """The living processes of the run. `thorough` also looks for the mark, which is slow: for the end of a run."""
        if not HAS_PROC:
            return []
        everything = table()
        roots = {self.supervisor} | {old.pid for old in self.seen if everything.get(old.pid) == old}
        if thorough:
            roots |= {pid for pid in everything if _bears(pid, self.mark)}
        staff = (self.supervisor, self.pawn, os.getpid())
        self.seen = {one for one in _descendants(everything, roots) if one.pid not in staff and not one.zombie}
        return list(self.seen)

    def end(self, grace: float = 0.3) -> int:
        """End every process of the run and wait for them to be gone; the number of those that were still there."""
        self._wait(PATIENCE)
        found = self.members(thorough=True)
        self._signal(found, signal.SIGTERM)
        self._wait(grace)
        for _ in range(ROUNDS):
            alive = self.members(thorough=True)
            # Stopped first: what is stopped cannot fork while the others are being killed.
            self._signal(alive, signal.SIGSTOP)
            if not self._signal(alive, signal.SIGKILL):
                break
            time.sleep(0.01)
        return len(found)

    def _wait(self, seconds: float) -> None:
        """Until nobody is left, but no longer than that."""
        deadline = time.monotonic() + seconds
        while self.members(thorough=True) and time.monotonic() < deadline:
            time.sleep(0.01)

    def _signal(self, members: list[Process], sign: signal.Signals) -> bool:
        """Signal the processes, or the child's group where nothing better is known; False if there was nobody."""
        if not HAS_PROC:
            return _signal_group(self.group, sign)
        for one in members:
            send(one, sign)
        return bool(members)


def _signal_group(group: int, sign: signal.Signals) -> bool:
    if group <= 0:
        return False
    try:
        os.killpg(group, sign)
    except OSError:
        return False
    return True


def send(one: Process, sign: signal.Signals) -> None:
    """Signal a process, unless its number belongs to another one by now."""
    if process(one.pid) == one:
        with contextlib.suppress(OSError):
            os.kill(one.pid, sign)


def memory(members: Iterable[Process], limit: int) -> int:
    """Bytes of memory that the processes use together. Shared pages are counted once if it comes to that."""
    members = list(members)
    resident = sum(one.resident for one in members)
    # The exact figure is slow to get; it is needed only where the simple one is too large.
    return resident if resident <= limit else sum(_proportional(one) for one in members)


def _proportional(one: Process) -> int:
    try:
        for line in (PROC / str(one.pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return one.resident


def _bears(pid: int, mark: str) -> bool:
    try:
        return mark.encode() in (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return False


def _descendants(everything: dict[int, Process], roots: set[int]) -> Iterator[Process]:
    """The roots and all below them."""
    children: dict[int, list[int]] = {}
    for one in everything.values():
        children.setdefault(one.parent, []).append(one.pid)
    waiting, met = list(roots), set()
    while waiting:
        pid = waiting.pop()
        if pid in met or pid not in everything:
            continue
        met.add(pid)
        yield everything[pid]
        waiting.extend(children.get(pid, []))
