"""Two sides of a loss that broadcast against each other: the one with an axis of length one loses it."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import method, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree


def patch(site: Site) -> Iterator[Draft]:
    """`.squeeze(-1)` on the side whose shape ends in one; else the other side gets that axis."""
    tree = site.tree()
    sides = _sides(tree, site)
    shapes = [str(site.seen(key)) for key in ("left_shape", "right_shape")]
    for side, shape in zip(sides, shapes, strict=True):
        if shape.endswith(", 1)"):
            draft = site.draft()
            draft.change(tree, side, lambda node: method(_expression(node), "squeeze", "-1"))
            yield draft
    for side, shape in zip(sides, shapes, strict=True):
        if not shape.endswith(", 1)"):
            draft = site.draft()
            draft.change(tree, side, lambda node: method(_expression(node), "unsqueeze", "-1"))
            yield draft


def _sides(tree: Tree, site: Site) -> list[cst.BaseExpression]:
    expression = tree.expression(site.where)
    candidates = [expression] if expression is not None else list(tree.expressions(statement_at(site)))
    for each in candidates:
        if isinstance(each, cst.BinaryOperation):
            return [each.left, each.right]
        if isinstance(each, cst.Call) and len(each.args) > 1:
            return [each.args[0].value, each.args[1].value]
    raise NotApplicable("the two sides are not written there")


def _expression(node: cst.CSTNode) -> cst.BaseExpression:
    assert isinstance(node, cst.BaseExpression)
    return node
