"""The plain copy of a tree: what runs instead of the rewritten bodies while the recorder is asleep.

One copy serves all places: a function's plain body stands beside its rewritten one and again within the plain bodies
around it, a loop's likewise, and no node of it is changed once it is prepared. A second `global` or `nonlocal` after a
name has been used is an error, so each function declares its names first, and the copy of its body leaves that out.
"""

from __future__ import annotations

import ast
from typing import Any, Callable, Optional

from .rewrite_names import REFLECTING, is_docstring

TWINNED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.AsyncFor, ast.While)
NOBODY = "gradhelp@ nobody"
"""Declared where a declaration was taken out: no code comes of it, nor a line at which a debugger stops."""


def with_plain_copies(tree: ast.Module, hidden: Callable[[Any], ast.expr], tapped: Callable[[Any], ast.expr]) -> None:
    """Give every function and loop of `tree` its plain copy as attribute `plain`.

    `hidden` wraps an expression that would show the stack of a rewritten function, whose loops run plain at times;
    `tapped` a call that has a tap.
    """
    _Prepared(hidden, tapped).visit(cloned(tree))


def cloned(node: Any) -> Any:
    """A deep copy. The original functions and loops get theirs as attribute `plain`."""
    if isinstance(node, list):
        return [cloned(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node)(**{name: cloned(value) for name, value in ast.iter_fields(node)})
    ast.copy_location(made, node)
    tap = getattr(node, "tap", None)
    if tap is not None:
        made.tap = tap  # type: ignore[attr-defined]
    if isinstance(node, TWINNED):
        node.plain = made  # type: ignore[union-attr]
    return made


class _Prepared(ast.NodeTransformer):
    """`_declared`: the declarations of the function being visited; None in a class body, which keeps its own."""

    def __init__(self, hidden: Callable[[Any], ast.expr], tapped: Callable[[Any], ast.expr]) -> None:
        self._hidden, self._tapped = hidden, tapped
        self._declared: Optional[list[ast.stmt]] = []
        self._depth = 0

    def visit_FunctionDef(self, node: Any) -> Any:
        outer, self._declared = self._declared, []
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        start = 1 if is_docstring(node.body[0]) else 0
        node.body[start:start] = self._declared
        self._declared = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        outer, self._declared = self._declared, None
        self.generic_visit(node)
        self._declared = outer
        return node

    def visit_Global(self, node: Any) -> Any:
        if self._declared is None:
            return node
        self._declared.append(node)
        return ast.copy_location(ast.Global([NOBODY]), node)

    visit_Nonlocal = visit_Global

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if hasattr(node, "tap"):
            return self._tapped(node)
        reflects = isinstance(node.func, ast.Name) and node.func.id in REFLECTING and not node.args
        return self._hidden(node) if reflects and self._depth else node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        shows = node.attr == "f_locals" and isinstance(node.ctx, ast.Load)
        return self._hidden(node) if shows and self._depth else node


def own_body(plain: Any) -> list[ast.stmt]:
    """The statements of a function's plain copy, without its docstring and its declarations."""
    start = 1 if is_docstring(plain.body[0]) else 0
    return [statement for statement in plain.body[start:] if not isinstance(statement, (ast.Global, ast.Nonlocal))]
