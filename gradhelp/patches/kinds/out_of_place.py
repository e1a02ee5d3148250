"""A new tensor instead of a changed one: `y += x` → `y = y + x`, `x.relu_()` → `x = x.relu()`, a clone before a store."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at, with_keyword
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, receiver, small

SIGNS = {
    cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*", cst.DivideAssign: "/", cst.PowerAssign: "**"
}  # fmt: skip


def patch(site: Site) -> Iterator[Draft]:
    """The operation out of place; else a clone that is changed instead; else `inplace=False`."""
    if site.seen("by_optimizer", False):
        raise NotApplicable("an optimizer changed it")
    tree, statement = site.tree(), statement_at(site)
    rewritten = _rewritten(tree, statement)
    if rewritten:
        draft = site.draft()
        draft.replace_text(tree, statement, rewritten)
        yield draft
    name = _stored_into(tree, statement)
    if name:
        draft = site.draft()
        draft.before(tree, statement, f"{name} = {name}.clone()")
        yield draft
    yield from _modules(site, tree)


def _rewritten(tree: Tree, statement: Statement) -> str:
    line = small(statement)
    if isinstance(line, cst.AugAssign) and not isinstance(line.target, cst.Subscript):
        sign = SIGNS.get(type(line.operator))
        value = tree.code(line.value)
        loose = isinstance(line.value, cst.BinaryOperation | cst.IfExp | cst.Comparison) and not line.value.lpar
        value = f"({value})" if loose and sign not in ("+",) else value
        return f"{tree.code(line.target)} = {tree.code(line.target)} {sign} {value}" if sign else ""
    if isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value).endswith("_"):
        subject = receiver(line.value)
        if subject is not None and isinstance(subject, cst.Name | cst.Attribute):
            whole = tree.code(line.value).replace(f".{called(line.value)}(", f".{called(line.value)[:-1]}(", 1)
            return f"{tree.code(subject)} = {whole}"
    return ""


def _stored_into(tree: Tree, statement: Statement) -> str:
    """The tensor of which an element is stored."""
    line = small(statement)
    target = line.targets[0].target if isinstance(line, cst.Assign) else getattr(line, "target", None)
    if isinstance(target, cst.Subscript) and isinstance(target.value, cst.Name | cst.Attribute):
        return tree.code(target.value)
    return ""


def _modules(site: Site, tree: Tree) -> Iterator[Draft]:
    """Layers and functions that were asked to work in place."""
    calls = [c for c in tree.all(cst.Call) if any(a.keyword and a.keyword.value == "inplace" for a in c.args)]
    if not calls:
        return
    draft = site.draft()
    for call in calls:
        draft.change(tree, call, _off)
    yield draft


def _off(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return with_keyword(node, "inplace", "False")
