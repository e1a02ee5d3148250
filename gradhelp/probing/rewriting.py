"""Rewrites the user's files so that every expression hands its value to a tap: `f(x)` becomes `tap(site, f(x))`.

The tap gives the value back, or, in an experiment, the one that stood there before. Names of injected things hold a
character that no source can hold. Lines and columns stay. What cannot be rewritten runs as it is.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import os
import sys
from typing import Any, Optional

import torch

TAP = "@gradhelp_tap"
MOST_RECORDS = 20000
LARGEST = 4096
SKIPPED = ("site-packages", "dist-packages")


class Site:
    """An expression: where it stands, and which sites are parts of it (`first` to its own number)."""

    def __init__(self, file: str, node: Any, first: int, source: str) -> None:
        self.file, self.first = file, first
        self.line, self.column = node.lineno, node.col_offset + 1
        self.end_line, self.end_column = node.end_lineno, node.end_col_offset + 1
        self.code = " ".join((ast.get_source_segment(source, node) or "").split())[:200]
        self.call = isinstance(node, ast.Call)


class Record:
    """One evaluation of a site: the value as a float64 tensor and as it was, whether a gradient was alive in it, and
    the name of the operation that made it."""

    __slots__ = ("live", "node", "raw", "site", "value")

    def __init__(self, site: int, value: torch.Tensor, live: bool, node: str, raw: Any) -> None:
        self.site, self.value, self.live, self.node, self.raw = site, value, live, node, raw


class Tap:
    """What the rewritten code calls. Off, it only hands values on."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.records: Optional[list[Record]] = None
        self.held: dict[int, list[Any]] = {}
        """Sites whose values are replaced, in the order of evaluation, by those given here."""
        self.detached: frozenset[int] = frozenset()
        self._seen: dict[int, int] = {}

    def begin(self, held: dict[int, list[Any]], detached: frozenset[int] = frozenset(), record: bool = False) -> None:
        """Start an episode."""
        self.held, self.detached = held, detached
        self._seen = {}
        self.records = [] if record else None

    def __call__(self, site: int, value: Any) -> Any:
        if site in self.held:
            return self._replaced(site, value)
        if site in self.detached and isinstance(value, torch.Tensor):
            return value.detach()
        if self.records is not None:
            self._record(site, value)
        return value

    def _replaced(self, site: int, value: Any) -> Any:
        number = self._seen.get(site, 0)
        self._seen[site] = number + 1
        values = self.held[site]
        if number >= len(values):
            return value
        return duplicate(values[number])

    def _record(self, site: int, value: Any) -> None:
        assert self.records is not None
        number = numeric(value)
        if number is not None and len(self.records) < MOST_RECORDS:
            live = isinstance(value, torch.Tensor) and value.requires_grad
            node = type(value.grad_fn).__name__ if live and value.grad_fn is not None else ""
            self.records.append(Record(site, number, live, node, duplicate(value)))


def duplicate(value: Any) -> Any:
    """A copy that later changes in place do not reach; without a graph."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return value.copy() if hasattr(value, "copy") else value


def numeric(value: Any) -> Optional[torch.Tensor]:
    """`value` as a small float64 tensor if it is a floating-point number, array or tensor; else None."""
    if isinstance(value, float):
        return torch.tensor(value, dtype=torch.float64)
    if isinstance(value, torch.Tensor):
        return value.detach().double().clone() if value.is_floating_point() and value.numel() <= LARGEST else None
    if "float" in str(getattr(value, "dtype", "")) and hasattr(value, "__array__"):
        array = torch.as_tensor(value.__array__()).double().clone()
        return array if array.numel() <= LARGEST else None
    return None


class Rewriter(ast.NodeTransformer):
    """Wraps expressions that are loaded; leaves targets, annotations, patterns, f-strings and callees alone."""

    def __init__(self, tap: Tap, file: str, source: str) -> None:
        self._tap, self._file, self._source = tap, file, source

    def _wrapped(self, node: Any) -> Any:
        first = len(self._tap.sites)
        self.generic_visit(node)
        site = Site(self._file, node, first, self._source)
        self._tap.sites.append(site)
        call = ast.Call(ast.Name(TAP, ast.Load()), [ast.Constant(len(self._tap.sites) - 1), node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    visit_BinOp = visit_UnaryOp = visit_IfExp = _wrapped

    def visit_Call(self, node: ast.Call) -> Any:
        first = len(self._tap.sites)
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        node.args = [self.visit(each) for each in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        self._tap.sites.append(Site(self._file, node, first, self._source))
        call = ast.Call(ast.Name(TAP, ast.Load()), [ast.Constant(len(self._tap.sites) - 1), node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _loaded(self, node: Any) -> Any:
        return self._wrapped(node) if isinstance(node.ctx, ast.Load) else self.generic_visit(node)

    visit_Attribute = visit_Subscript = visit_Name = _loaded

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def _body_only(self, node: Any) -> Any:
        node.body = [self.visit(each) for each in node.body]
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _body_only

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Inside a custom `autograd.Function` nothing carries a gradient, and nothing is meant to."""
        custom = any(ast.unparse(base).rpartition(".")[2] == "Function" for base in node.bases)
        return node if custom else self._body_only(node)

    def _left_alone(self, node: Any) -> Any:
        return node

    visit_JoinedStr = visit_arg = visit_Delete = visit_Await = visit_TypeAlias = _left_alone

    def visit_match_case(self, node: Any) -> Any:
        return self._body_only(node)


class Rewriting(importlib.abc.MetaPathFinder):
    """An import hook for the files below `root`."""

    def __init__(self, root: str, tap: Tap) -> None:
        self._root, self._tap = os.path.abspath(root) + os.sep, tap

    def install(self) -> None:
        """From now on, what is imported from below the root is rewritten."""
        setattr(builtins, TAP, self._tap)
        sys.meta_path.insert(0, self)
        sys.dont_write_bytecode = True

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        file = getattr(spec, "origin", None) or ""
        own = os.path.abspath(file).startswith(self._root) and not any(skipped in file for skipped in SKIPPED)
        if spec is not None and own and file.endswith(".py"):
            spec.loader = _Loader(name, file, self._tap)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, tap: Tap) -> None:
        super().__init__(name, path)
        self._tap = tap

    def get_code(self, fullname: str) -> Any:
        return rewritten(self.path, self._tap)


def rewritten(path: str, tap: Tap) -> Any:
    """The code of one file, rewritten where that is possible."""
    with open(path, "rb") as stream:
        raw = stream.read()
    try:
        source = raw.decode("utf-8")
        tree = Rewriter(tap, path, source).visit(ast.parse(source))
        return compile(tree, path, "exec", dont_inherit=True)
    except (UnicodeDecodeError, ValueError, RecursionError):
        return compile(raw, path, "exec", dont_inherit=True)
