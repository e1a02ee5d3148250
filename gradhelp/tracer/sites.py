"""What is known of an instrumented expression before the program runs: where it stands and what it looks like.

A site's methods are the probes that rewritten code calls (see `probes`). They are placed among the code object's
constants (see `embedded`), where no name of the user's can shadow them. Everything placed there is hashable, because
code objects are.
"""

from __future__ import annotations

from typing import Any, Optional

OUTER, PUSH, QUIET = range(3)
"""How a site hands on its result: first expression of a statement; operand of another site; value not asked for."""

STACK = "gradhelp@ what is known of the operands in this activation"
"""The local variable that holds an activation's stack. Too long for Python to offer it as "Did you mean"."""


class ModuleStack(list):  # type: ignore[type-arg]
    """The stack of module-level code, which is one of its constants."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return list, ([None],)


class Switch(list):  # type: ignore[type-arg]
    """Holds None while probes record; empty otherwise, also in a process to which code was sent by value."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return list, ()


class SourceFile:
    """One of the user's files: its display path and what its import statements name."""

    __slots__ = ("display", "imports", "lines", "path", "sites")

    def __init__(self, path: str, display: str, text: str) -> None:
        self.path, self.display = path, display
        self.lines = text.splitlines()
        self.imports: dict[str, str] = {}
        self.sites: list[Any] = []


class SiteInfo:
    """The static half of a site; `probes.Site` adds what runs."""

    __slots__ = (
        "arity",
        "attr",
        "cache",
        "callee",
        "chain",
        "column",
        "end_column",
        "end_line",
        "file",
        "function",
        "kind",
        "line",
        "mode",
        "names",
        "nested",
        "operator",
        "order",
        "receiver",
        "target",
    )  # fmt: skip

    def __init__(self, file: SourceFile, node: Any, kind: str, function: str) -> None:
        self.file, self.kind, self.function = file, kind, function
        self.line = getattr(node, "lineno", 1)
        self.column = getattr(node, "col_offset", 0)
        self.end_line = getattr(node, "end_lineno", None) or self.line
        self.end_column = getattr(node, "end_col_offset", None) or self.column
        self.mode = OUTER
        self.nested = 0
        self.names: tuple[Optional[str], ...] = ()
        self.receiver = ""
        self.attr = ""
        self.callee = ""
        self.chain: tuple[str, ...] = ()
        self.target: Any = None
        self.cache: Any = None
        self.arity = 0
        self.order = ""
        self.operator = ""
        """The method that an augmented assignment is the same as: `mul_` of `x *= y`."""

    def code(self) -> str:
        """The source text of the span, whitespace folded, at most 200 characters. Columns are UTF-8 byte offsets."""
        lines = self.file.lines[self.line - 1 : self.end_line]
        if not lines:
            return ""
        data = [line.encode("utf-8", "surrogatepass") for line in lines]
        data[-1] = data[-1][: self.end_column] if self.end_line >= self.line else data[-1]
        data[0] = data[0][self.column :]
        text = b"\n".join(data).decode("utf-8", "replace")
        return " ".join(text.split())[:200]

    def span(self) -> dict[str, Any]:
        """As a recording holds it: 1-based columns, counted in characters."""
        return {
            "file": self.file.display,
            "line": self.line,
            "column": self._characters(self.line, self.column) + 1,
            "end_line": self.end_line,
            "end_column": self._characters(self.end_line, self.end_column) + 1,
            "code": self.code(),
        }

    def _characters(self, line: int, offset: int) -> int:
        if not 0 < line <= len(self.file.lines):
            return offset
        return len(self.file.lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))
