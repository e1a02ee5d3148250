"""Frozen parameters that are to be trained: the freeze goes, or is undone for what the optimizers hold."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, statement_at
from gradhelp.patches.draft import Draft
from gradhelp.patches.makers import owner_name
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, receiver, small


def patch(site: Site) -> Iterator[Draft]:
    """Thawed before the loss where the freeze is repeated in a loop; removed; thawed for the trained part alone."""
    tree, statement = site.tree(), statement_at(site)
    thawed = _thawed(site, tree, statement)
    if thawed is not None:
        yield thawed
    whole = _whole(tree, statement)
    draft = site.draft()
    draft.remove(tree, whole)
    yield draft
    for owner, optimizer in {owner: each for each in site.run.optimizers for owner in each.owners}.items():
        draft = site.draft()
        draft.after(tree, whole, f"{owner_name(site, draft, optimizer, owner, tree, whole)}.requires_grad_(True)")
        yield draft


def _whole(tree: Tree, statement: Statement) -> Statement:
    """The freeze with the loop over parameters around it."""
    around = tree.around(statement, cst.For)
    alone = around is not None and len(around.body.body) == 1 and "parameters(" in tree.code(around.iter)
    return around if around is not None and alone else statement


def _thawed(site: Site, tree: Tree, statement: Statement) -> Draft | None:
    """In a training loop: `x.requires_grad_(True)` before the loss, which comes round to the freeze of the last turn."""
    line = small(statement)
    if not (isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value)):
        return None
    subject = receiver(line.value)
    loss_line = int(str(site.seen("loss_line", 0)))
    loss = tree.statement_at(loss_line) if loss_line else None
    if subject is None or loss is None or home(tree, loss) is not home(tree, statement):
        return None
    if tree.line(loss) > tree.line(statement):
        return None
    draft = site.draft()
    draft.before(tree, loss, f"{tree.code(subject)}.requires_grad_(True)")
    return draft
