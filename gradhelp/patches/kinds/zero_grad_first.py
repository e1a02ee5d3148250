"""`zero_grad()` before the backward: moved there, or put there where it is missing."""

from collections.abc import Iterator

from gradhelp.patches.blocks import after, before, calling, home, statement_at, stepped, steps, together
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.makers import optimizer_name
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree


def patch(site: Site) -> Iterator[Draft]:
    """By what is there: a misplaced clearing is moved (or removed), a missing one is added."""
    tree = site.tree()
    cleared = int(str(site.seen("cleared_line", 0)))
    statement = statement_at(site, cleared)
    clearing = statement if any(True for _ in tree.calls("zero_grad", "zero_", inside=statement)) else None
    scope = home(tree, statement)
    backwards = calling(tree, scope, "backward")
    if clearing is not None:
        backward = before(tree, backwards, tree.line(clearing))
        if backward is None:
            raise NotApplicable("no backward stands above the clearing in its function")
        moved, ahead = together(tree, clearing, backward)
        draft = site.draft()
        draft.move(tree, moved, before=ahead)
        yield draft
        draft = site.draft()
        draft.remove(tree, clearing)
        yield draft
        return
    yield from _added(site, tree, statement, backwards)


def _added(site: Site, tree: Tree, statement: Statement, backwards: list[Statement]) -> Iterator[Draft]:
    line = tree.line(statement)
    backward = statement if statement in backwards else before(tree, backwards, line)
    if backward is None:
        raise NotApplicable("no backward stands in the same function")
    step = after(tree, steps(tree, home(tree, statement)), tree.line(backward))
    name = str(site.seen("optimizer")) or (stepped(tree, step) if step is not None else "")
    if not name:
        raise NotApplicable("the optimizer has no known name")
    draft = site.draft()
    draft.before(tree, backward, f"{optimizer_name(site, draft, name, tree, backward)}.zero_grad()")
    yield draft
