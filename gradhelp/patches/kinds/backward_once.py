"""A graph that is needed twice: the second backward of the same loss goes, or the first keeps the graph."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import calling, home, statement_at, together, with_keyword
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import called, receiver


def patch(site: Site) -> Iterator[Draft]:
    """One call where it is the same loss; the sum of the losses where they share a part of the graph."""
    tree, statement = site.tree(), statement_at(site)
    backwards = calling(tree, home(tree, statement), "backward")
    earlier = [s for s in backwards if tree.line(s) < tree.line(statement)]
    if not earlier:
        raise NotApplicable("no earlier backward stands in the same function")
    first, second = together(tree, earlier[-1], statement)
    calls = [next(tree.calls("backward", inside=s)) for s in (first, second)]
    names = [tree.code(subject) for call in calls if (subject := receiver(call)) is not None]
    draft = site.draft()
    if len(set(names)) == 1:
        draft.remove(tree, statement)
        yield draft
        return
    if first is earlier[-1] and second is statement and len(names) == 2:
        draft.remove(tree, first)
        draft.replace_text(tree, second, f"({' + '.join(names)}).backward()")
        yield draft
    kept = site.draft()
    kept.change(tree, calls[0], _retaining)
    yield kept


def _retaining(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    assert called(node) == "backward"
    return with_keyword(node, "retain_graph", "True")
