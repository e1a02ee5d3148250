"""A generator of parameters that is used up by its first reader → a list."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import assignments
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """`params = net.parameters()` → `params = list(net.parameters())`, for what the clip was given."""
    tree, name = site.tree(), str(site.seen("argument"))
    found = [a for a in assignments(tree, name) if isinstance(a.value, cst.Call | cst.GeneratorExp)]
    if not found:
        raise NotApplicable("what was clipped is not a name that is assigned in this file")
    draft = site.draft()
    for each in found:
        draft.change(tree, each.value, _listed)
    yield draft


def _listed(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return cst.Call(cst.Name("list"), [cst.Arg(node)])
