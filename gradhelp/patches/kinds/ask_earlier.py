"""A gradient that was asked for too late, or of parameters that a model does not always use."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at, with_keyword
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, receiver


def patch(site: Site) -> Iterator[Draft]:
    """`x.requires_grad_()` before the first use of x; `find_unused_parameters=True` for DDP."""
    tree = site.tree()
    statement = statement_at(site)
    block = list(tree.siblings(statement))
    for call in tree.calls("requires_grad_"):
        asking, subject = tree.statement(call), receiver(call)
        if asking is None or subject is None or asking not in block:
            continue
        first = _first_use(tree, block, tree.code(subject), asking)
        if first is not None:
            draft = site.draft()
            draft.move(tree, asking, before=first)
            yield draft
    wrappers = list(tree.calls("DistributedDataParallel", "DDP"))
    if wrappers:
        draft = site.draft()
        for wrapper in wrappers:
            draft.change(tree, wrapper, _finding_unused)
        yield draft


def _first_use(tree: Tree, block: list[cst.CSTNode], name: str, asking: Statement) -> Statement | None:
    """The first statement above that reads the name, after it got its value."""
    above = block[: block.index(asking)]
    found = None
    for statement in reversed(above):
        if not isinstance(statement, cst.SimpleStatementLine):
            break
        line = statement.body[0]
        if isinstance(line, cst.Assign) and any(tree.code(t.target) == name for t in line.targets):
            break
        if any(tree.code(node) == name for node in tree.expressions(statement)):
            found = statement
    return found


def _finding_unused(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return with_keyword(node, "find_unused_parameters", "True")
