"""A target or advantage is a constant for the loss: the whole of it, or its bootstrapped part, is detached."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import method, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree

NEXT = re.compile(r"next|nxt|boot|\[.*\+ ?1\]|\[1:\]|\[:, 1:\]|\bs2\b|_t\(|target")


def patch(site: Site) -> Iterator[Draft]:
    """The expression as it stands, then the estimate of what comes next inside it."""
    tree, statement = site.tree(), statement_at(site)
    expression = tree.expression(site.where)
    if expression is None:
        line = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        expression = line.value if isinstance(line, cst.Assign) else None
    if expression is None:
        raise NotApplicable("the target is no expression of its own")
    for part in [expression, *_bootstraps(tree, expression)]:
        draft = site.draft()
        draft.change(tree, part, _detached)
        yield draft


def _bootstraps(tree: Tree, expression: cst.BaseExpression) -> list[cst.BaseExpression]:
    """Estimates of the next state's value: calls and elements that say so, the outermost first."""
    found: list[cst.BaseExpression] = []
    for node in tree.expressions(expression):
        inside = any(outer in set(tree.ancestors(node)) for outer in found)
        if isinstance(node, cst.Call | cst.Subscript) and not inside and NEXT.search(tree.code(node)):
            found.append(node)
    return found


def _detached(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return method(node, "detach")
