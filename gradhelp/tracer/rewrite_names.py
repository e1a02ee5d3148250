"""What can be told of names before running: imported modules, plain chains, loop targets, calls that need no record."""

from __future__ import annotations

import ast
from typing import Optional

PLAIN_CALLS = frozenset(
    "super locals globals vars dir print isinstance issubclass len range enumerate zip iter open hasattr callable id type "
    "hash repr str format input exec eval compile delattr setattr property staticmethod classmethod memoryview".split()
)
"""Calls whose result carries no provenance, or that look at the frame they are made from."""
REFLECTING = frozenset({"locals", "vars", "dir"})
LIBRARIES = frozenset(
    "torch numpy math gymnasium gym mujoco scipy random os sys jax torchvision time cmath functools itertools".split()
)
"""Modules whose attributes can be read twice without an effect."""


def import_names(tree: ast.AST) -> dict[str, str]:
    """Local name → dotted name, for all import statements of a file, wherever they stand."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def dotted(node: ast.AST, imports: dict[str, str]) -> str:
    """`F.relu` → "torch.nn.functional.relu" where F is an imported name; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in imports:
        return ""
    return ".".join([imports[node.id], *reversed(parts)])


def is_plain_chain(node: ast.AST, imports: dict[str, str]) -> bool:
    """Whether `node` is a chain such as `torch.nn.functional`, which can be evaluated twice."""
    if not isinstance(node, ast.Attribute):
        return False
    full = dotted(node, imports)
    return bool(full) and full.partition(".")[0] in LIBRARIES


def target_names(target: ast.expr) -> list[str]:
    """The plain names that an assignment or loop target binds, in order."""
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def element_names(target: ast.expr) -> Optional[tuple[Optional[str], ...]]:
    """For a tuple target its names by position (None where an element is no name or follows a star)."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return None
    if any(isinstance(element, ast.Starred) for element in target.elts):
        return None
    return tuple(element.id if isinstance(element, ast.Name) else None for element in target.elts)
