"""An optimizer step that changes weights which a later backward still needs: behind that backward, or the loss after it."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import assignments, home, statement_at, together
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree


def patch(site: Site) -> Iterator[Draft]:
    """The later loss computed after the step; or all steps behind all backwards; or two calls of a helper swapped."""
    tree, step = site.tree(), statement_at(site)
    scope = home(tree, step)
    line = int(str(site.seen("backward_line", 0)))
    backward = tree.statement_at(line) if line else None
    if backward is not None and home(tree, backward) is scope and tree.line(backward) > tree.line(step):
        yield from _here(site, tree, step, backward)
    yield from _swapped(site)


def _here(site: Site, tree: Tree, step: Statement, backward: Statement) -> Iterator[Draft]:
    loss = str(site.seen("loss"))
    made = [a for a in assignments(tree, loss, home(tree, step)) if tree.line(a) < tree.line(step)]
    statement = tree.statement(made[-1]) if made else None
    if statement is not None and tree.parent(statement) is tree.parent(step):
        draft = site.draft()
        draft.move_behind(tree, statement, after=step)
        yield draft
    first, last = together(tree, step, backward)
    draft = site.draft()
    draft.move_behind(tree, first, after=last)
    yield draft


def _swapped(site: Site) -> Iterator[Draft]:
    """`update(a); update(b)` → `update(b); update(a)`, where the second call met what the first had changed."""
    frames = [f for f in (site.run.exception or {}).get("frames") or () if f.get("user")]
    for frame in frames[:-1]:
        tree = site.tree(str(frame["file"]))
        second = tree.statement_at(int(frame["line"]))
        if second is None:
            continue
        siblings = list(tree.siblings(second))
        at = siblings.index(second) if second in siblings else 0
        first = siblings[at - 1] if at else None
        if isinstance(first, Statement) and _calls(tree, first) & _calls(tree, second):
            draft = site.draft()
            draft.move(tree, second, before=first)
            yield draft
            return
    raise NotApplicable("no call of the same helper stands before")


def _calls(tree: Tree, statement: cst.CSTNode) -> set[str]:
    return {tree.code(call.func) for call in tree.all(cst.Call, statement)}
