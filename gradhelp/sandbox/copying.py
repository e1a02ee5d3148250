"""Copying files into the scratch: content, permissions and times, within a budget; code and small files first."""

import io
import os
import shutil
import time
import tokenize
from pathlib import Path, PurePath

from gradhelp.sandbox.plan import Limits
from gradhelp.sandbox.survey import Item, Missed, Survey

CODE = frozenset({".py", ".pyi", ".toml", ".yaml", ".yml", ".json", ".ini", ".cfg", ".xml", ".urdf", ".mjcf", ".so"})
"""Kinds of files without which a program rarely starts."""
CHUNK = 1 << 20
SOURCE_BYTES = 1_000_000
ALL_SOURCE_BYTES = 32_000_000


def copy_items(found: Survey, root: Path, near: str, limits: Limits) -> list[Item]:
    """Copy what fits the budget to `root`; the rest is added to `found.missed`, or given where time ran out.

    What lies in the folder `near`, relative to the root, comes before the rest of its kind.
    """
    deadline = time.monotonic() + limits.copy_seconds
    left = min(limits.copy_bytes, shutil.disk_usage(root).free // 4)
    late = []
    for item in sorted(found.items, key=lambda item: _urgency(item, near)):
        if item.size > left:
            found.missed.append(Missed(item.relative, "left-large", item.size))
        elif time.monotonic() > deadline:
            late.append(item)
        else:
            left -= item.size
            _copy_item(item, root / item.relative, found)
    return late


def write_program(path: Path, text: str) -> None:
    """Write a program's text in the encoding that it declares, replacing a link rather than what it leads to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    raw = text.encode("utf-8", "surrogateescape")
    path.write_bytes(raw if _encoding(raw) == "utf-8" else text.encode(_encoding(raw), "surrogateescape"))


def read_program(path: Path) -> str | None:
    """A program's text, decoded as Python would, damaged bytes replaced; None where it is no readable file."""
    try:
        with path.open("rb") as file:
            raw = file.read(SOURCE_BYTES + 1)
    except OSError:
        return None
    if len(raw) > SOURCE_BYTES:
        return None
    text = raw.decode(_encoding(raw), "replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_programs(found: Survey, root: Path) -> dict[str, str]:
    """The texts of the copied programs by their place below `root`, with forward slashes."""
    texts, left = {}, ALL_SOURCE_BYTES
    for item in found.items:
        if item.kind != "file" or not item.relative.endswith(".py") or item.size > min(left, SOURCE_BYTES):
            continue
        if (text := read_program(root / item.relative)) is not None:
            left -= item.size
            texts[PurePath(item.relative).as_posix()] = text
    return texts


def _urgency(item: Item, near: str) -> tuple[bool, bool, bool, int]:
    is_code = os.path.splitext(item.relative)[1] in CODE
    is_near = near == "." or item.relative.startswith(near + os.sep)
    return item.kind != "folder", not is_code, not is_near, item.size


def _copy_item(item: Item, target: Path, found: Survey) -> None:
    try:
        if item.kind == "folder":
            target.mkdir(parents=True, exist_ok=True)
        elif item.kind == "link":
            target.symlink_to(item.target)
        else:
            _copy_file(item, target)
    except OSError as error:
        found.missed.append(Missed(item.relative, "left-unreadable", item.size, error.strerror or str(error)))


def _copy_file(item: Item, target: Path) -> None:
    """Copy at most the size that was seen, for a file that another program is writing; never write to an old file."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    with open(os.open(item.source, flags), "rb") as source, target.open("xb") as copy:
        status = os.fstat(source.fileno())
        left = item.size
        while left > 0 and (chunk := source.read(min(left, CHUNK))):
            copy.write(chunk)
            left -= len(chunk)
        os.fchmod(copy.fileno(), status.st_mode & 0o777)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def _encoding(raw: bytes) -> str:
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    except SyntaxError:
        return "utf-8"
    return "utf-8" if name == "utf-8-sig" else name
