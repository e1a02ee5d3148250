"""Compiles a rewritten tree and puts the probes among its constants, where marked strings held their places."""

from __future__ import annotations

import ast
import types
import warnings
from typing import Any

from .probes import RT
from .rewrite import MARK
from .rewrite_names import import_names
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

    The plain source is compiled first: its warnings and errors are the ones the user sees.
    """
    compile(source, path, "exec", dont_inherit=True)
    tree = ast.parse(source, path)
    file = SourceFile(path, display, decode(source))
    file.imports = import_names(tree)
    rewriter = StatementRewriter(file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(rewriter.module(tree), path, "exec", dont_inherit=True)
    RT.user_files.add(path)
    return bind(code, rewriter.constants), file


def decode(source: bytes) -> str:
    """The text of a source file in its own encoding; undecodable bytes become replacement characters."""
    import io
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except (SyntaxError, UnicodeDecodeError):
        return source.decode("utf-8", "replace")
