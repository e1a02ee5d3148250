"""Finds the calls in a file that may step an environment, before the file is rewritten: `env.step(…)`, `self.env.step(…)`.

Each gets its tap as attribute `tap`; the rewritten and the plain body put the same tap around it. Left out is what is not
rewritten: class-level statements, defaults, decorators, assert statements, f-strings.
"""

from __future__ import annotations

import ast
from typing import Any

from .environments import Tap

STEPPING = frozenset({"step", "learn", "rollout", "collect"})


def with_taps(tree: ast.Module) -> None:
    """Give each such call of `tree` its tap."""
    _Places().visit(tree)


class _Places(ast.NodeVisitor):
    """`_class`: the qualified name of the class whose method is visited, "" outside; `_own`: the method's own object,
    where a call of its `step` is no part of one."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()
        self._class = self._own = ""
        self._is_method = False

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer = self._names, self._class, self._own, self._is_method
        self._names = (*self._names, node.name)
        self._class, self._own, self._is_method = ".".join(self._names), "", True
        self._in_class(node.body)
        self._names, self._class, self._own, self._is_method = outer

    def _in_class(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.visit(statement)
                continue
            for name in ("body", "orelse", "finalbody"):
                self._in_class(getattr(statement, name, None) or [])

    def visit_FunctionDef(self, node: Any) -> None:
        outer = self._names, self._own, self._is_method
        self._names = (*self._names, node.name)
        if self._is_method:
            arguments = [*getattr(node.args, "posonlyargs", ()), *node.args.args]
            self._own = arguments[0].arg if arguments and node.name not in ("step", "reset") else ""
        self._is_method = False
        for statement in node.body:
            self.visit(statement)
        self._names, self._own, self._is_method = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assert(self, node: Any) -> None:
        """Nothing in it is rewritten."""

    visit_Delete = visit_JoinedStr = visit_Assert

    def visit_Call(self, node: Any) -> None:
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in STEPPING and not _is_super(function.value):
            own = isinstance(function.value, ast.Name) and function.value.id == self._own
            node.tap = Tap(function.attr, "" if own else self._class)


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
