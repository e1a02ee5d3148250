"""The error in which a run ended, and the user's line it points at."""

import ast
from dataclasses import dataclass
from typing import Any

from gradhelp.facts.source import SourceText
from gradhelp.model.span import Span


@dataclass(frozen=True)
class Failure:
    """One exception. `lines` are the user's own (file, line), innermost last."""

    type: str
    message: str
    lines: tuple[tuple[str, int], ...]
    sources: dict[str, SourceText]
    raised_in: str = ""
    """File of the innermost frame, the user's or not."""

    @property
    def last(self) -> tuple[str, int] | None:
        """The user's innermost line."""
        return self.lines[-1] if self.lines else None

    def span(self, position: tuple[str, int] | None = None) -> Span | None:
        """The statement on the user's innermost line (or on `position`); its line is the line of the frame."""
        file, line = position or self.last or ("", 0)
        source = self.sources.get(file)
        if not line:
            return None
        code = source.lines[line - 1].strip() if source and line <= len(source.lines) else ""
        return Span(file=file, line=line, column=1, end_line=line, end_column=1 + len(code), code=code)

    def call(self, *names: str, position: tuple[str, int] | None = None) -> Span | None:
        """The call of one of `names` (the last part of what is called) on the user's innermost line."""
        file, line = position or self.last or ("", 0)
        source = self.sources.get(file)
        if source is None or source.tree is None:
            return None
        found = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and _called(node) in names]
        here = [node for node in found if node.lineno <= line <= (node.end_lineno or node.lineno)]
        return source.span(min(here, key=lambda node: (node.end_lineno or 0) - node.lineno)) if here else None


def _called(node: ast.Call) -> str:
    function = node.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def failures(raw: dict[str, Any] | None, sources: dict[str, SourceText]) -> list[Failure]:
    """An exception event and its causes, the exception itself first."""
    found: list[Failure] = []
    while raw and len(found) < 5:
        frames = raw.get("frames") or []
        lines = tuple((f["file"], f["line"]) for f in frames if f.get("user"))
        inner = frames[-1]["file"] if frames else ""
        found.append(Failure(str(raw.get("type", "")), str(raw.get("message", "")), lines, sources, inner))
        raw = raw.get("cause")
    return found
