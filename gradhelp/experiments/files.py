"""The user's files as a run names them → files on disk, for the overlay of a trial and for writing a fix.

A name is a path relative to the script's folder, or `name.ipynb#cell-3` for one code cell of a notebook.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any

from gradhelp.sandbox.plan import RunPlan, absolute
from gradhelp.sandbox.project import find_project

CELL = "#cell-"


class Files:
    """The files of one plan."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self.folder = find_project(plan).nearest

    def path(self, name: str) -> Path:
        """Where the file of that name lies."""
        return absolute(PurePath(name.partition(CELL)[0]), self.folder)

    def whole(self, texts: Mapping[str, str]) -> dict[Path, str]:
        """Changed texts by the file they belong in: cells are put back into their notebooks."""
        result: dict[Path, str] = {}
        cells: dict[Path, dict[int, str]] = {}
        for name, text in texts.items():
            file, is_cell, number = name.partition(CELL)
            if is_cell:
                cells.setdefault(self.path(file), {})[int(number)] = text
            else:
                result[self.path(file)] = text
        for path, changed in cells.items():
            result[path] = _with_cells(path.read_text(encoding="utf-8-sig"), changed)
        return result

    def overlay(self, texts: Mapping[str, str]) -> dict[PurePath, str]:
        """The plan's overlay with the changed texts over it."""
        merged = self._plan.overlaid | self.whole(texts)
        return {PurePath(path): text for path, text in merged.items()}


def _with_cells(notebook: str, changed: Mapping[int, str]) -> str:
    content = json.loads(notebook)
    for number, cell in enumerate(_code_cells(content), 1):
        if number in changed:
            text = changed[number]
            cell["source"] = text.splitlines(keepends=True) if isinstance(cell.get("source"), list) else text
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _code_cells(content: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for cell in content.get("cells") or ():
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            yield cell
