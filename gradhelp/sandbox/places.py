"""Where a script under Landlock may write: its scratch, devices, caches of compiled code, /tmp, and what the user allows.

Invariant: without the user's word no place holds the project, the home folder or the interpreter. A cache of compiled
code is the one thing of the user's among them; what is downloaded or configured is not touched.
"""

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gradhelp.errors import UsageError
from gradhelp.sandbox.landlock import Writable
from gradhelp.sandbox.launching import events_file
from gradhelp.sandbox.plan import RunPlan, absolute
from gradhelp.sandbox.scratch import Scratch
from gradhelp.sandbox.terminals import devices
from gradhelp.sandbox.wording import say

SHARED_TEMPORARY = "/tmp"
"""Scripts name it outright."""
SHARED_MEMORY = "/dev/shm"
"""Semaphores, and tensors shared between processes."""
PROCESSES = "/proc"
"""CUDA names its threads there. What belongs to processes outside is guarded by the kernel."""


class Cache(NamedTuple):
    """Where a library keeps what it has compiled: `variable` sets the folder, which otherwise is `place`."""

    variable: str | None
    place: str
    """`~` is the home folder, `cache` the folder of caches."""


CACHES = (
    Cache("CUDA_CACHE_PATH", "~/.nv/ComputeCache"),
    Cache("CUPY_CACHE_DIR", "~/.cupy/kernel_cache"),
    Cache("NUMBA_CACHE_DIR", "cache/numba"),
    Cache("PYTORCH_KERNEL_CACHE_PATH", "cache/torch/kernels"),
    Cache("TI_OFFLINE_CACHE_FILE_PATH", "cache/taichi"),
    Cache("TORCH_EXTENSIONS_DIR", "cache/torch_extensions"),
    Cache("TRITON_CACHE_DIR", "~/.triton/cache"),
    Cache("WARP_CACHE_PATH", "cache/warp"),
    # These do without where they cannot write.
    Cache(None, "cache/fontconfig"),
    Cache(None, "cache/matplotlib"),
    Cache(None, "cache/mesa_shader_cache"),
    Cache(None, "cache/mesa_shader_cache_db"),
    Cache(None, "cache/nvidia"),
)


def writable(plan: RunPlan, scratch: Scratch, python: Path, environ: Mapping[str, str]) -> Writable:
    """All places. Makes the folders that the user allows and that are not there yet; UsageError where it cannot."""
    guarded = [_home(), scratch.project.root, plan.cwd, python.parent.parent]
    # By either name: the interpreter of a virtual environment is a link that leads out of it.
    mixed = any(_within(path, SHARED_TEMPORARY) for path in [*guarded, *map(_real, guarded)])
    own = [str(scratch.base), SHARED_MEMORY, *([] if mixed else [SHARED_TEMPORARY])]
    caches = [str(folder) for cache in CACHES if (folder := _kept(cache, scratch, environ))]
    return Writable(
        beneath=(*own, *caches, *map(str, allowed(plan))),
        existing=(str(events_file(scratch.control)), PROCESSES, *_devices()),
    )


def cache_settings(scratch: Scratch, environ: Mapping[str, str]) -> dict[str, str]:
    """Variables for the libraries whose cache does not exist: where none can be made, some of them fail."""
    settings = {}
    for cache in CACHES:
        if cache.variable and not _kept(cache, scratch, environ):
            folder = scratch.caches / cache.variable
            folder.mkdir(parents=True, exist_ok=True)
            settings[cache.variable] = str(folder)
    return settings


def allowed(plan: RunPlan) -> list[Path]:
    """What the user has allowed, absolute; folders are made where there is nothing."""
    places = []
    for path in plan.allow_write:
        place = absolute(path.expanduser(), plan.cwd)
        try:
            if not place.exists():
                place.mkdir(parents=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(say(plan.language, "not-allowable", path=path, reason=reason)) from error
        places.append(place)
    return places


def _kept(cache: Cache, scratch: Scratch, environ: Mapping[str, str]) -> Path | None:
    """The folder of the cache where there is one, and where it is nothing else besides."""
    top, _, rest = cache.place.partition("/")
    default = _home() / rest if top == "~" else Path(environ.get("XDG_CACHE_HOME") or _home() / ".cache") / rest
    folder = Path(environ.get(cache.variable or "") or default)
    place, root = _real(folder), _real(scratch.project.root)
    mixed = _within(place, root) or _within(root, place) or _within(_real(_home()), place)
    return folder if folder.is_absolute() and folder.is_dir() and not mixed else None


def _home() -> Path:
    return Path(os.path.expanduser("~"))


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _within(path: Path, folder: str | Path) -> bool:
    """Whether the path is the folder or lies in it."""
    return Path(folder) in (path, *path.parents)


def _devices() -> Iterator[str]:
    """Graphics cards, serial lines and the like, and folders of them; no disks."""
    for path in devices():
        with contextlib.suppress(OSError):  # a device can be unplugged at any time
            mode = os.lstat(path).st_mode
            if stat.S_ISDIR(mode) or stat.S_ISCHR(mode):
                yield path
