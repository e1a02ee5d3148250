"""What to run and within which bounds. A plan is plain data, checked when it is made; nothing is started here."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from gradhelp.errors import UsageError
from gradhelp.sandbox.wording import Language, say

MEGABYTE = 1000 * 1000
GIGABYTE = 1000 * MEGABYTE


def default_memory() -> int:
    """Bytes: three quarters of the machine's memory, at most 16 GiB."""
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 8 * 2**30
    return min(total * 3 // 4, 16 * 2**30)


@dataclass(frozen=True)
class Limits:
    """Bounds of one run; a script that passes one of them is stopped and the recording says so.

    Memory is the resident memory of the whole tree of processes, watched from outside: an address-space limit would
    break programs that reserve much and use little, as torch with CUDA does. Sizes are bytes, times are seconds.
    """

    memory: int = field(default_factory=default_memory)
    output: int = 50 * MEGABYTE
    """What the script may print; only its beginning and its end are kept."""
    disk: int = 2 * GIGABYTE
    """By how much the copy and the temporary folder may grow."""
    processes: int = 512
    events: int = 64 * MEGABYTE
    """How much of the tracer's record is read; the run goes on past it."""
    grace: float = 2.0
    """How long an interrupted script may take to wind up before it is terminated."""
    copy_bytes: int = 200 * MEGABYTE
    copy_files: int = 20_000
    scan_seconds: float = 2.0
    copy_seconds: float = 10.0


@dataclass(frozen=True)
class Watching:
    """How closely and how long the tracer watches (its own words for it stand in `tracer/vigil.py`)."""

    sleep: bool = True
    """Record less once the steps of the training tell nothing new."""
    patience: int | None = None
    """How many optimizer steps without anything new that takes; None leaves it to the tracer."""
    steps: int | None = None
    """End the script after so many optimizer steps."""
    rest: float | None = None
    """End it when it has run for so many seconds and nothing new comes any more."""
    hurry: bool = False
    """End it as soon as something new comes that the tracer no longer records."""
    again: int | None = None
    """The optimizer step at which an earlier run met something new."""


@dataclass(frozen=True)
class RunPlan:
    """One run of a script or of a module, as `python SCRIPT ARGS` or `python -m MODULE ARGS` would run it from `cwd`.

    `overlay` maps files (absolute, or relative to `cwd`) to the text that the copy shall hold instead of, or in
    addition to, the user's own: a patched script, the cells of a notebook. It has no effect on the user's folder and
    cannot be used in place. In place there is no copy and there are no bounds: the script runs as without gradhelp.
    """

    script: Path | None = None
    module: str | None = None
    args: tuple[str, ...] = ()
    python: Path | None = None
    """An interpreter, a virtual environment's folder, or a command on PATH; None chooses."""
    cwd: Path = field(default_factory=Path.cwd)
    timeout: float | None = 60.0
    limits: Limits = field(default_factory=Limits)
    in_place: bool = False
    overlay: Mapping[PurePath, str] = field(default_factory=dict)
    language: Language = "en"
    on_cpu: bool = False
    """Let what the script asks of CUDA run on the CPU, where there is no CUDA."""
    watching: Watching = field(default_factory=Watching)
    allow_write: tuple[Path, ...] = ()
    """Where the script may write besides its copy: files, or folders with what is in them."""

    def __post_init__(self) -> None:
        if (self.script is None) == (self.module is None):
            raise UsageError(say(self.language, "nothing-to-run"))
        if self.timeout is not None and not self.timeout > 0:
            raise UsageError(say(self.language, "bad-limit", name="--timeout"))
        if self.in_place and self.overlay:
            raise ValueError("an overlay needs a copy")
        watching = self.watching
        if self.in_place and (watching.hurry or watching.steps is not None or watching.rest is not None):
            raise ValueError("a script in place runs to its own end")

    @property
    def entry(self) -> Path | None:
        """The absolute path of the file that runs first; None for a module. A folder stands for its `__main__.py`, a
        link for its target, beside which Python looks for modules."""
        if self.script is None:
            return None
        path = absolute(self.script, self.cwd)
        if path.is_dir():
            return path / "__main__.py"
        return Path(os.path.realpath(path)) if path.is_symlink() and path not in self.overlaid else path

    @property
    def overlaid(self) -> dict[Path, str]:
        """The overlay by absolute path."""
        return {absolute(path, self.cwd): text for path, text in self.overlay.items()}

    def check_entry(self) -> None:
        """Raise the UsageError that says why the script cannot be read, if it cannot."""
        entry = self.entry
        if entry is None or self.script is None or entry in self.overlaid:
            return
        if not entry.exists():
            key = "script-no-main" if absolute(self.script, self.cwd).is_dir() else "script-missing"
            raise UsageError(say(self.language, key, script=self.script))
        if not entry.is_file():
            raise UsageError(say(self.language, "script-not-a-file", script=self.script))
        try:
            entry.open("rb").close()
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(say(self.language, "script-unreadable", script=self.script, reason=reason)) from error


def absolute(path: PurePath, base: Path) -> Path:
    """`path` made absolute from `base`, `..` folded, links kept."""
    return Path(os.path.abspath(base / path))
