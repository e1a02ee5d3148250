"""`.grad` of a tensor that is no leaf is kept only if asked for: `x.retain_grad()` after x is computed."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import line_of
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, dotted


def patch(site: Site) -> Iterator[Draft]:
    """After each assignment of the name that is read; for a list, after what is put into it."""
    tree = site.tree()
    expression = tree.expression(site.where)
    name = dotted(expression.value) if isinstance(expression, cst.Attribute) else str(site.seen("tensor"))
    name = name.removesuffix(".grad")
    homes = [a for a in tree.all(cst.Assign) if any(dotted(t.target) == name for t in a.targets)]
    homes = homes or _elements(tree, name)
    found = [a for a in homes if tree.line(a) < site.where.line]
    if not found:
        raise NotApplicable("where the tensor is computed is not known")
    target = dotted(found[-1].targets[0].target)
    draft = site.draft()
    draft.after(tree, line_of(tree, found[-1]), f"{target}.retain_grad()")
    yield draft


def _elements(tree: Tree, name: str) -> list[cst.Assign]:
    """For `s` of `for s in states`: the assignments of what is appended to `states`."""
    loops: list[cst.For | cst.CompFor] = [*tree.all(cst.For), *tree.all(cst.CompFor)]
    lists = {dotted(each.iter) for each in loops if dotted(each.target) == name}
    appended = {
        dotted(call.args[0].value)
        for call in tree.calls("append")
        if isinstance(call.func, cst.Attribute) and dotted(call.func.value) in lists and call.args
    }
    return [a for a in tree.all(cst.Assign) if any(dotted(t.target) in appended - {""} for t in a.targets)]
