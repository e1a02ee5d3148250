"""The step that is missing: called where it was only named, out of a branch, of the right optimizer, or added."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import after, home, statement_at, stepped, steps
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.makers import optimizer_name
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, small


def patch(site: Site) -> Iterator[Draft]:
    """By what is there, the least change first."""
    tree, backward = site.tree(), statement_at(site)
    name = str(site.seen("optimizer"))
    if not name:
        raise NotApplicable("the optimizer has no known name")
    scope = home(tree, backward)
    named = _only_named(tree, scope, name)
    if named is not None:
        draft = site.draft()
        draft.replace_text(tree, named, f"{name}.step()")
        yield draft
    for step in steps(tree, scope):
        branch = tree.around(step, cst.If)
        if stepped(tree, step) == name and branch is not None and tree.line(branch) > tree.line(backward):
            draft = site.draft()
            draft.move_behind(tree, step, after=branch)
            yield draft
    other = after(tree, steps(tree, scope), tree.line(backward))
    if other is not None and stepped(tree, other) != name and "sched" not in stepped(tree, other).lower():
        draft = site.draft()
        draft.replace_text(tree, other, f"{optimizer_name(site, draft, name, tree, other)}.step()")
        yield draft
    draft = site.draft()
    draft.after(tree, backward, f"{optimizer_name(site, draft, name, tree, backward)}.step()")
    yield draft


def _only_named(tree: Tree, scope: cst.CSTNode, name: str) -> Statement | None:
    """`optimizer.step` without its brackets."""
    for statement in tree.all(cst.SimpleStatementLine, scope):
        line = small(statement)
        if isinstance(line, cst.Expr) and tree.code(line.value) == f"{name}.step":
            return statement
    return None
