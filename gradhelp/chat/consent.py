"""Which folders the user has agreed to have programs run from, kept on this machine.

Invariant: a file that cannot be read means that nothing was agreed to; one that cannot be written is asked for again.
"""

import contextlib
import json
from pathlib import Path
from typing import Protocol

from gradhelp.paths import data


class Consents(Protocol):
    """Remembers agreements by folder."""

    def given(self, folder: Path) -> bool:
        """Whether programs of this folder may be run without asking."""

    def give(self, folder: Path) -> None:
        """From now on they may."""


class KeptConsents:
    """In a file of the platform's data folder. A folder does not speak for those below it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or data() / "consents.json"

    def given(self, folder: Path) -> bool:
        """Whether the file names the folder."""
        return str(folder.resolve()) in self._read()

    def give(self, folder: Path) -> None:
        """Add the folder to the file."""
        folders = sorted({*self._read(), str(folder.resolve())})
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside = self._file.with_suffix(".new")
            beside.write_text(json.dumps(folders, ensure_ascii=False, indent=1), encoding="utf-8")
            beside.replace(self._file)

    def _read(self) -> list[str]:
        try:
            folders = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [each for each in folders if isinstance(each, str)] if isinstance(folders, list) else []
