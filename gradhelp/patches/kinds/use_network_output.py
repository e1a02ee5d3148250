"""A loss without the network in it: the log-probability, or the output, that was computed and left out is put in."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, assigned, called

REDUCTIONS = frozenset({"mean", "sum"})


def patch(site: Site) -> Iterator[Draft]:
    """`-returns.mean()` → `-(log_probs * returns).mean()`; the first argument of a regression → the output."""
    tree, statement = site.tree(), statement_at(site)
    unused = str(site.seen("unused_live"))
    pair = assigned(statement)
    if not unused or pair is None:
        raise NotApplicable("no output of the network is known that the loss leaves out")
    value = pair[1]
    for name in (unused, f"torch.stack({_list_of(tree, unused)})" if _list_of(tree, unused) else unused):
        if isinstance(value, cst.Call) and len(value.args) > 1:
            draft = site.draft()
            draft.replace(tree, value.args[0].value, name)
            yield draft
        reduced = _reduced(value)
        for factor in _factors(reduced) if reduced is not None else ():
            draft = site.draft()
            draft.replace(tree, factor, name)
            yield draft
        if reduced is not None:
            draft = site.draft()
            draft.replace(tree, reduced, f"({name} * {_bracketed(tree, reduced)})")
            yield draft


def _reduced(value: cst.BaseExpression) -> cst.BaseExpression | None:
    """X of `-X.mean()`."""
    inner = value.expression if isinstance(value, cst.UnaryOperation) else value
    if isinstance(inner, cst.Call) and called(inner) in REDUCTIONS and isinstance(inner.func, cst.Attribute):
        return inner.func.value
    return None


def _factors(reduced: cst.BaseExpression) -> list[cst.BaseExpression]:
    product = isinstance(reduced, cst.BinaryOperation) and isinstance(reduced.operator, cst.Multiply)
    return [reduced.right] if product and isinstance(reduced, cst.BinaryOperation) else []


def _bracketed(tree: Tree, node: cst.BaseExpression) -> str:
    code = tree.code(node)
    return f"({code})" if isinstance(node, cst.BinaryOperation) and not node.lpar else code


def _list_of(tree: Tree, name: str) -> str:
    """The list that a value of this name is appended to."""
    for call in tree.calls("append"):
        if call.args and (tree.code(call.args[0].value) == name or name in tree.code(call.args[0].value)):
            assert isinstance(call.func, cst.Attribute)
            return tree.code(call.func.value)
    return ""
