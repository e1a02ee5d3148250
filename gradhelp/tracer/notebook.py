"""Runs a Jupyter notebook as its code cells, one after the other, in one `__main__`.

Cells are counted over code cells from 1, as in `In [n]`; lines count within the cell, magics included. A magic or shell
line becomes an empty statement on the same line; what it would have done is not done, but for `%env`.
"""

from __future__ import annotations

import ast
import json as _json
import linecache
import os as _os
import re
from typing import Any, Callable, Iterator

_open = open
SAME_LANGUAGE = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "py"})
ASSIGNED = re.compile(r"^(\s*[\w.,\[\]\s]+=\s*)[!%].*$")
ENVIRONMENT = re.compile(r"^\s*%(?:set_)?env\s+(\w+)\s*=?\s*(.*?)\s*$")


def code_cells(text: str) -> Iterator[tuple[int, str]]:
    """(number, source) of each code cell. Raises ValueError where `text` is no notebook."""
    content = _json.loads(text)
    cells = content.get("cells") if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise ValueError("not a notebook")
    number = 0
    for cell in cells:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            number += 1
            source = cell.get("source", "")
            yield number, "".join(source) if isinstance(source, list) else str(source)


def plain_python(source: str) -> str:
    """The cell without IPython's own syntax, line by line."""
    try:
        ast.parse(source)
        return source
    except (SyntaxError, ValueError):
        pass
    lines = source.splitlines()
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%") and first[2:].split(" ")[0] not in SAME_LANGUAGE:
        return "\n" * max(len(lines) - 1, 0)
    return "\n".join(_plain_line(line) for line in lines)


def _plain_line(line: str) -> str:
    stripped = line.lstrip()
    indent = line[: len(line) - len(stripped)]
    environment = ENVIRONMENT.match(line)
    if environment:
        return f"{indent}__import__('os').environ[{environment[1]!r}] = {environment[2]!r}"
    if stripped[:1] in ("%", "!", "?") or stripped.rstrip().endswith("?"):
        return f"{indent}pass"
    assigned = ASSIGNED.match(line)
    return f"{assigned[1]}[]" if assigned else line


def run(path: str, main: Any, translate: Callable[[bytes, str], Any], tell: Callable[[str, str], None]) -> None:
    """Execute all cells of the notebook at `path` in `main`; `tell(file, text)` is given each cell as it stands."""
    with _open(path, encoding="utf-8") as stream:
        cells = list(code_cells(stream.read()))
    main.__dict__["display"] = lambda *values, **options: [print(value) for value in values] and None
    _os.environ.setdefault("MPLBACKEND", "Agg")
    for number, source in cells:
        file = f"{path}#cell-{number}"
        text = plain_python(source)
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        tell(file, source)
        code = translate(text.encode("utf-8"), file)
        exec(code if code is not None else compile(text, file, "exec", dont_inherit=True), main.__dict__)
