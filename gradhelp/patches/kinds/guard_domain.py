"""A root, a logarithm or a quotient at the edge of its domain: a small number keeps its derivative finite."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, called, receiver

SMALL = "1e-8"
STEEP = ("sqrt", "log", "log2", "log10", "rsqrt")


def patch(site: Site) -> Iterator[Draft]:
    """Each steep function of the loss by itself, the finding's own line first; then all of them."""
    tree = site.tree()
    lines = {n.span.line for x in site.run.ledgers for n in x.nodes if n.span and n.span.file == tree.file}
    steep = [call for call in tree.calls(*STEEP) if _in(tree, call, lines)]
    steep.sort(key=lambda call: tree.line(call) != site.where.line)
    quotients = [b for b in tree.all(cst.BinaryOperation) if _divides(b) and _in(tree, b, lines)]
    if not steep and not quotients:
        raise NotApplicable("the loss holds no root, logarithm or quotient")
    for call in steep:
        draft = site.draft()
        _guard(draft, tree, call)
        yield draft
    for quotient in quotients:
        draft = site.draft()
        draft.change(tree, quotient.right, _raised)
        yield draft


def _in(tree: Tree, node: cst.CSTNode, lines: set[int]) -> bool:
    return any(line in lines for line in range(tree.line(node), tree.last_line(node) + 1))


def _divides(operation: cst.BinaryOperation) -> bool:
    return isinstance(operation.operator, cst.Divide) and not isinstance(operation.right, cst.BaseNumber)


def _guard(draft: Draft, tree: Tree, call: cst.Call) -> None:
    given = call.args[0].value if call.args else receiver(call)
    if given is not None and called(call) in STEEP:
        draft.change(tree, given, _raised)


def _raised(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return cst.BinaryOperation(node, cst.Add(), cst.parse_expression(SMALL))
