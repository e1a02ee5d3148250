"""Watches the bounds of a run from outside. Each costly look is repaid by a pause, so that watching stays cheap."""

import contextlib
import math
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gradhelp.sandbox.plan import MEGABYTE, RunPlan
from gradhelp.sandbox.tree import Tree, memory
from gradhelp.sandbox.wording import say, size

Outcome = Literal["exited", "timed-out", "stopped", "killed", "output-limit", "memory-limit", "not-started"]

LAST_FREE = 200 * MEGABYTE
"""A disk with less room than this is about to run full."""
LOOK_SECONDS = 0.1
SHORT_GRACE = 0.5
"""For a script that is filling something up: every second costs."""


@dataclass(frozen=True)
class Breach:
    """Why a run is to be stopped, and how many seconds it has to wind up."""

    outcome: Outcome
    reason: str
    grace: float


@dataclass
class Look:
    """A check that is repeated every `pause` seconds, or less often where it takes long."""

    check: Callable[[], Breach | None]
    pause: float
    due: float = 0.0

    def take(self) -> Breach | None:
        """The check's answer, or None while it is not due."""
        began = time.monotonic()
        if began < self.due:
            return None
        breach = self.check()
        ended = time.monotonic()
        self.due = ended + max(self.pause, 15 * (ended - began))
        return breach


class Watch:
    """The bounds of one run. `printed` is kept up to date by whoever reads the script's output."""

    def __init__(self, plan: RunPlan, tree: Tree, base: Path) -> None:
        self.plan, self.tree, self.base = plan, tree, base
        self.printed = 0
        self.began = time.monotonic()
        self.meter = Meter(base)
        self.disk_at_start = self.meter.total()
        self.free_at_start = shutil.disk_usage(base).free
        self.looks = [
            Look(self._time, 0.0), Look(self._output, 0.0), Look(self._processes, 0.15), Look(self._disk, 0.2)
        ]  # fmt: skip

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return time.monotonic() - self.began

    def check(self) -> Breach | None:
        """The first bound that was passed, or None."""
        return next((breach for look in self.looks if (breach := look.take())), None)

    def _time(self) -> Breach | None:
        timeout = self.plan.timeout
        if timeout is None or self.seconds < timeout:
            return None
        return Breach("timed-out", self._say("timed-out", seconds=f"{timeout:g}"), self.plan.limits.grace)

    def _output(self) -> Breach | None:
        limit = self.plan.limits.output
        return self._full("output-limit", "too-much-output", limit=size(limit)) if self.printed > limit else None

    def _processes(self) -> Breach | None:
        members, limits = self.tree.members(), self.plan.limits
        if len(members) > limits.processes:
            # No grace: a bomb doubles faster than anyone can wind up.
            return Breach("killed", self._say("too-many-processes", limit=limits.processes), 0.0)
        if memory(members, limits.memory) > limits.memory:
            return Breach("memory-limit", self._say("too-much-memory", limit=size(limits.memory)), 0.0)
        return None

    def _disk(self) -> Breach | None:
        limit = self.plan.limits.disk
        if self.meter.look() - self.disk_at_start > limit:
            return self._full("output-limit", "too-much-disk", limit=size(limit))
        floor = min(LAST_FREE, self.free_at_start // 2)
        if self._free() < floor:
            return self._full("output-limit", "disk-full", folder=self.base.parent)
        return None

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self.base.parent).free
        except OSError:
            return self.free_at_start

    def _full(self, outcome: Outcome, key: str, **values: object) -> Breach:
        return Breach(outcome, self._say(key, **values), min(SHORT_GRACE, self.plan.limits.grace))

    def _say(self, key: str, **values: object) -> str:
        return say(self.plan.language, key, **values)


class Meter:
    """How much a folder holds: bytes on disk, so that holes in files count nothing; links are not followed.

    A script may make more files than can be counted in passing, so each look goes on for a moment where the last one
    had stopped.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._waiting: list[str] = []
        self._counting = self._counted = 0

    def look(self, seconds: float = LOOK_SECONDS) -> int:
        """Count on; the result of the last whole count, or of the present one if that is larger already."""
        deadline = time.monotonic() + seconds
        if not self._waiting:
            self._waiting, self._counting = [self._folder], 0
        while self._waiting:
            for count, folder in _measured(self._waiting.pop()):
                self._counting += count
                if folder:
                    self._waiting.append(folder)
            if time.monotonic() > deadline:
                return max(self._counted, self._counting)
        self._counted = self._counting
        return self._counted

    def total(self) -> int:
        """Count everything, however long it takes."""
        return self.look(math.inf)


def _measured(folder: str) -> Iterator[tuple[int, str]]:
    """For each entry of a folder its bytes on disk, and its path if it is a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            yield _blocks(entry), entry.path if entry.is_dir(follow_symlinks=False) else ""


def _blocks(entry: "os.DirEntry[str]") -> int:
    try:
        return entry.stat(follow_symlinks=False).st_blocks * 512
    except OSError:
        return 0
