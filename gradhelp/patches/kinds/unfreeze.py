"""Frozen parameters that are to be trained: the freeze goes, or is undone before the loss that trains them."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, statement_at
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, receiver, small


def patch(site: Site) -> Iterator[Draft]:
    """Thawed before the loss where the freeze is repeated in a loop; else the freezing statement removed."""
    tree, statement = site.tree(), statement_at(site)
    thawed = _thawed(site, tree, statement)
    if thawed is not None:
        yield thawed
    draft = site.draft()
    around = tree.around(statement, cst.For)
    alone = around is not None and len(around.body.body) == 1 and not _in_loop(tree, statement)
    draft.remove(tree, around if around is not None and alone else statement)
    yield draft


def _in_loop(tree: Tree, statement: Statement) -> bool:
    """Whether the statement freezes in each turn of a training loop (`x.requires_grad_(False)`)."""
    line = small(statement)
    return isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value) == "requires_grad_"


def _thawed(site: Site, tree: Tree, statement: Statement) -> Draft | None:
    line = small(statement)
    if not (isinstance(line, cst.Expr) and isinstance(line.value, cst.Call)):
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
