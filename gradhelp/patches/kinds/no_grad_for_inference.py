"""`inference_mode` → `no_grad`: its results may take part in training later."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree

MODE = "inference_mode"


def patch(site: Site) -> Iterator[Draft]:
    """The region around the place; where there is none, each region of the file."""
    tree = site.tree()
    modes = [a for a in tree.all(cst.Attribute) if a.attr.value == MODE]
    around = [mode for mode in modes if _covers(tree, mode, site.where.line)]
    for mode in around or modes:
        draft = site.draft()
        draft.change(tree, mode, lambda node: node.with_changes(attr=cst.Name("no_grad")))
        yield draft
    if not modes:
        raise NotApplicable("no inference_mode stands in this file")


def _covers(tree: Tree, mode: cst.CSTNode, line: int) -> bool:
    block = tree.around(mode, cst.With)
    decorator = tree.around(mode, cst.Decorator)
    region: cst.CSTNode | None = tree.parent(decorator) if decorator is not None else block
    if region is None:
        return False
    first = min(tree.line(mode), tree.line(region))
    return first <= line <= tree.last_line(region)
