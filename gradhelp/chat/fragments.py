"""A pasted piece of a program: what it lacks to be run, and the file here that it was taken from."""

import builtins
import json
import symtable
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from gradhelp.intake.fragment import PARSED_AT_MOST

MOST_FILES = 200
LARGEST_FILE = 500_000
TELLING = 12
"""Characters that a line must have to tell one file from another."""
GIVEN_NAMES = frozenset({*dir(builtins), "__file__", "__name__", "__doc__", "__builtins__", "__package__", "__spec__"})


def unbound_names(source: str) -> list[str]:
    """Names that the program reads and never binds, in alphabetical order; empty if it is not Python, or very long."""
    if len(source) > PARSED_AT_MOST:
        return []
    try:
        top = symtable.symtable(source, "<paste>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    if "import *" in source:
        return []
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    bound |= {name for table in _tables(top) for name in _declared(table)}
    read = {name for table in _tables(top) for name in _read(table)}
    return sorted(read - bound - GIVEN_NAMES)


def file_holding(fragment: str, folder: Path) -> Path | None:
    """The only file in `folder` that has all the telling lines of the fragment; None if there is none, or several."""
    wanted = {line.strip() for line in fragment.splitlines() if len(line.strip()) >= TELLING}
    if not wanted:
        return None
    holding = [path for path in islice(_programs(folder), MOST_FILES) if wanted <= _lines(path)]
    return holding[0] if len(holding) == 1 else None


def notebook_code(text: str) -> str | None:
    """The code cells of a pasted notebook as one program, magics left out; None if it is no notebook."""
    if not text.lstrip().startswith("{") or '"cells"' not in text:
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = content.get("cells") if isinstance(content, dict) else None
    code = [_source(cell) for cell in cells or () if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    lines = [line for cell in code for line in [*cell.split("\n"), ""] if not line.lstrip().startswith(("%", "!"))]
    joined = "\n".join(lines).strip("\n")
    return f"{joined}\n" if joined else None


def _source(cell: dict[str, object]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def _declared(table: symtable.SymbolTable) -> Iterator[str]:
    """Globals that a function assigns."""
    return (each.get_name() for each in table.get_symbols() if each.is_declared_global() and each.is_assigned())


def _read(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()


def _programs(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(folder.glob("*.py")) + sorted(folder.glob("*/*.py"))
    except OSError:
        return
    yield from found


def _lines(path: Path) -> set[str]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            return set()
        return {line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()}
    except OSError:
        return set()
