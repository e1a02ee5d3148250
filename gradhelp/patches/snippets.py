"""Pieces of code on their own: which of their names are looked up outside, and what each of them begins."""

from collections.abc import Iterator

import libcst as cst
from libcst.metadata import BuiltinAssignment

from gradhelp.patches.tree import Tree


def free_names(snippet: Tree) -> Iterator[cst.Name]:
    """The names of a snippet that are looked up outside of it."""
    return (name for name in snippet.all(cst.Name) if _is_free(snippet, name))


def _is_free(snippet: Tree, name: cst.Name) -> bool:
    """Whether a name of a snippet is looked up outside of it."""
    around = snippet.parent(name)
    if (isinstance(around, cst.Attribute) and around.attr is name) or (
        isinstance(around, cst.Arg | cst.Param)
        and name in (getattr(around, "keyword", None), getattr(around, "name", None))
    ):
        return False
    scope = snippet.scope(name)
    return scope is None or all(isinstance(each, BuiltinAssignment) for each in scope[name.value])


def chain(snippet: Tree, name: cst.Name) -> list[cst.BaseExpression]:
    """`a`, `a.b`, `a.b.c`: what a name is the beginning of; not the method that is called at its end."""
    found: list[cst.BaseExpression] = [name]
    while isinstance(around := snippet.parent(found[-1]), cst.Attribute) and around.value is found[-1]:
        found.append(around)
    return found
