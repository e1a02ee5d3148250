"""What can be told of names before running: imported modules, plain chains, loop targets, calls that need no record."""

from __future__ import annotations

import ast
from typing import Iterator, Optional

PLAIN_CALLS = frozenset(
    [
        "super",
        "locals",
        "globals",
        "vars",
        "dir",
        "print",
        "isinstance",
        "issubclass",
        "len",
        "range",
        "enumerate",
        "iter",
        "open",
        "hasattr",
        "callable",
        "id",
        "type",
        "hash",
        "repr",
        "str",
        "format",
        "input",
        "exec",
        "eval",
        "compile",
        "delattr",
        "property",
        "staticmethod",
        "classmethod",
        "memoryview",
    ]
)
"""Calls whose result carries no provenance, or that look at the frame they are made from."""
REFLECTING = frozenset({"locals", "vars", "dir"})
LIBRARIES = frozenset(
    [
        "torch",
        "numpy",
        "math",
        "gymnasium",
        "gym",
        "mujoco",
        "scipy",
        "random",
        "os",
        "sys",
        "jax",
        "torchvision",
        "time",
        "cmath",
        "functools",
        "itertools",
    ]
)
"""Modules whose attributes are no values of the user's: `np.pi`, `torch.nn.functional`."""


def walked(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node, a parent before its children. Not `ast.walk`, which imports a module that the program may replace."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def import_names(tree: ast.AST) -> dict[str, str]:
    """Local name → dotted name, for all import statements of a file, wherever they stand."""
    names: dict[str, str] = {}
    for node in walked(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def rebound_names(tree: ast.AST) -> frozenset[str]:
    """Names that something other than an import statement binds somewhere in the file."""
    names: set[str] = set()
    for node in walked(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or (
            isinstance(node, ast.ExceptHandler) and node.name
        ):
            names.add(str(node.name))
        elif type(node).__name__ in ("MatchAs", "MatchStar") and getattr(node, "name", None):
            names.add(node.name)  # type: ignore[attr-defined]
    return frozenset(names)


def deletable_names(tree: ast.AST) -> frozenset[str]:
    """Names that may be gone once an expression holding them has been evaluated: a function deletes one of another scope."""
    declared: set[str] = set()
    deleted: set[str] = set()
    for node in walked(tree):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            deleted.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            deleted.add(node.name)
    return frozenset(declared & deleted)


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a body that begins with `statement` has it as its docstring."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return False
    return isinstance(statement.value.value, str)


def dotted(node: ast.AST, imports: dict[str, str]) -> str:
    """`F.relu` → "torch.nn.functional.relu" where F is an imported name; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in imports:
        return ""
    return ".".join([imports[node.id], *reversed(parts)])


def root_name(node: ast.AST) -> str:
    """The name that a chain such as `torch.nn.functional` begins with; "" if it begins with something else."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def target_names(target: ast.expr) -> list[str]:
    """The plain names that an assignment or loop target binds, in order."""
    return [node.id for node in walked(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def element_names(target: ast.expr) -> Optional[tuple[Optional[str], ...]]:
    """For a tuple target its names by position (None where an element is no name or follows a star)."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return None
    if any(isinstance(element, ast.Starred) for element in target.elts):
        return None
    return tuple(element.id if isinstance(element, ast.Name) else None for element in target.elts)
