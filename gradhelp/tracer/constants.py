"""Compiles a rewritten tree and puts the probes among its constants, where marked strings held their places."""

from __future__ import annotations

import _thread
import ast
import io
import sys
import tokenize
import types
from typing import Any

from .probes import RT
from .rewrite import MARK
from .rewrite_names import deletable_names, import_names, rebound_names
from .rewrite_statements import StatementRewriter
from .sites import SourceFile


def bind(code: types.CodeType, constants: list[Any]) -> types.CodeType:
    """`code` with every marked constant, also in nested code objects, replaced by what it stands for."""
    replaced = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            replaced.append(bind(constant, constants))
        elif isinstance(constant, str) and constant.startswith(MARK):
            replaced.append(constants[int(constant[len(MARK) :])])
        else:
            replaced.append(constant)
    return code.replace(co_consts=tuple(replaced))


def compile_traced(source: bytes, path: str, display: str) -> tuple[types.CodeType, SourceFile]:
    """Compile `source` as Python would, instrumented. Raises what compile() raises, also for a plain syntax error.

    The plain tree is compiled first: the warnings and errors of that are the ones the user sees, and sees once.
    """
    tree = ast.parse(source, path)
    compile(tree, path, "exec", dont_inherit=True)
    file = SourceFile(path, display, decode(source))
    file.imports = import_names(tree)
    rewriter = StatementRewriter(file, rebound_names(tree), deletable_names(tree))
    rewritten = rewriter.module(tree)
    with Unheard():
        code = compile(rewritten, path, "exec", dont_inherit=True)
    code = bind(code, rewriter.constants)
    RT.user_files.add(path)
    return code, file


class Unheard:
    """Silences the warnings of compiling in this thread.

    Not `warnings.catch_warnings`, which lets warnings already shown be shown once more. A filter of `warnings` may hold
    any object with a `match` method in place of a pattern.
    """

    def __init__(self) -> None:
        self._thread = _thread.get_ident()
        self._filters: Any = None
        self._filter = ("ignore", self, Warning, None, 0)

    def match(self, _: str) -> bool:
        return _thread.get_ident() == self._thread

    def __enter__(self) -> None:
        # The script's own `warnings`, whose filters are the ones that hold; Python's are the same list otherwise.
        held = sys.modules.get("warnings") or sys.modules["_warnings"]
        self._filters = held.filters
        self._filters.insert(0, self._filter)

    def __exit__(self, *exc: Any) -> None:
        self._filters.remove(self._filter)


def decode(source: bytes) -> str:
    """The text of a source file in its own encoding; undecodable bytes become replacement characters."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except (SyntaxError, UnicodeDecodeError):
        return source.decode("utf-8", "replace")
