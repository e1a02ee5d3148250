"""A limit that leaves nothing of the gradients: no limit where it is zero or negative, a usual one where it is tiny."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import assignments, call_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, argument, dotted

USUAL = "0.5"


def patch(site: Site) -> Iterator[Draft]:
    """`limit` → `limit if limit > 0 else float("inf")`; a tiny number → the usual one."""
    tree, call = site.tree(), call_at(site)
    given = argument(call, 1, "max_norm") or argument(call, 1, "clip_value")
    if given is None:
        raise NotApplicable("no limit is given at the clip")
    number = _number(tree, given.value)
    if number is not None and site.seen("reason") == "tiny":
        draft = site.draft()
        draft.replace(tree, number, USUAL)
        yield draft
        return
    code = tree.code(given.value)
    draft = site.draft()
    draft.replace(tree, given.value, f'{code} if {code} > 0 else float("inf")')
    yield draft


def _number(tree: Tree, given: cst.BaseExpression) -> cst.BaseExpression | None:
    """The number itself, written at the clip or where its name is assigned."""
    if isinstance(given, cst.BaseNumber):
        return given
    found = [a.value for a in assignments(tree, dotted(given)) if isinstance(a.value, cst.BaseNumber)]
    return found[0] if len(found) == 1 else None
