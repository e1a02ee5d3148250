"""A value that is only looked at: `.detach()` before `.numpy()`, `.item()` where a list of losses is collected."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import method, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, dotted, receiver


def patch(site: Site) -> Iterator[Draft]:
    """At the conversion; where a list is converted, at what is put into it; else at each argument."""
    tree, statement = site.tree(), statement_at(site)
    draft = site.draft()
    conversions = [c for c in tree.calls("numpy", "__array__", inside=statement) if receiver(c) is not None]
    for call in conversions:
        draft.change(tree, receiver(call), _detached)  # type: ignore[arg-type]
    if conversions:
        yield draft
        return
    alias = tree.alias("numpy") or "np"
    given = [
        arg.value
        for call in tree.all(cst.Call, statement)
        if dotted(call.func).startswith(alias + ".")
        for arg in call.args
        if dotted(arg.value)
    ]
    for value in given:
        appended = _appended(tree, dotted(value))
        for change in (_number,) if appended else (_detached, _array):
            draft = site.draft()
            for each in appended or [value]:
                draft.change(tree, each, change)
            yield draft
    if not given:
        raise NotApplicable("no conversion is named in the statement")


def _appended(tree: Tree, name: str) -> list[cst.BaseExpression]:
    """What is put into the list of that name."""
    calls = [c for c in tree.calls("append") if (r := receiver(c)) is not None and dotted(r) == name and c.args]
    return [call.args[0].value for call in calls]


def _detached(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return method(node, "detach")


def _array(node: cst.CSTNode) -> cst.CSTNode:
    return method(cst.ensure_type(_detached(node), cst.Call), "numpy")


def _number(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return method(node, "item")
