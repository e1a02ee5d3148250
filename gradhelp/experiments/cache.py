"""Recordings of trials by what went into them, in the platform's cache folder: the same trial is not run twice.

The key covers the texts of the user's programs, the change, the arguments, the interpreter and this version. A cache
that cannot be read or written is no cache, never an error.
"""

import contextlib
import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from gradhelp import __version__
from gradhelp.errors import UsageError
from gradhelp.facts.recording import Recording, parse_event
from gradhelp.paths import cache
from gradhelp.sandbox.plan import RunPlan

MOST_ENTRIES = 200
MOST_BYTES = 4_000_000
"""Of one recording, compressed."""


def key(plan: RunPlan, sources: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """What makes two trials the same."""
    what = {
        "version": __version__,
        "script": str(plan.script),
        "module": plan.module,
        "args": list(plan.args),
        "python": str(plan.python),
        "cwd": str(plan.cwd),
        "on_cpu": plan.on_cpu,
        "allow_write": list(map(str, plan.allow_write)),
        "sources": dict(sources),
        "texts": dict(texts),
    }
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def load(name: str) -> Recording | None:
    """The recording of that key, if it is there and whole."""
    try:
        with gzip.open(_place(name), "rb") as file:
            events = [parse_event(line) for line in file.read().split(b"\n") if line.strip()]
    except (OSError, EOFError, ValueError, UsageError):
        return None
    return Recording(tuple(event for event in events if event is not None)) if events and all(events) else None


def store(name: str, recording: Recording) -> None:
    """Keep a recording; the oldest ones make room for it."""
    lines = "\n".join(json.dumps(event, allow_nan=False) for event in recording.events)
    data = gzip.compress(lines.encode(), compresslevel=3)
    if len(data) > MOST_BYTES:
        return
    with contextlib.suppress(OSError):
        place = _place(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(data)
        os.replace(file.name, place)
        _prune(place.parent)


def _place(name: str) -> Path:
    return cache() / "trials" / f"{name}.jsonl.gz"


def _prune(folder: Path) -> None:
    entries = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in entries[:-MOST_ENTRIES]:
        old.unlink(missing_ok=True)
