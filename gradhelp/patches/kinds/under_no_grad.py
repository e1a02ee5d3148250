"""A parameter changed by hand: `with torch.no_grad():` around the change and those like it that follow."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site
from gradhelp.patches.tree import called, small


def patch(site: Site) -> Iterator[Draft]:
    """The statement and its like neighbours, in one block."""
    tree, statement = site.tree(), statement_at(site)
    draft = site.draft()
    torch = draft.import_module(tree, "torch")
    block = list(tree.siblings(statement))
    run = [statement]
    for each in block[block.index(statement) + 1 :] if statement in block else ():
        if not _changes(each) or type(small(each)) is not type(small(statement)):
            break
        run.append(each)  # type: ignore[arg-type]
    draft.enclose(tree, run, f"{torch}.no_grad()")
    yield draft


def _changes(statement: cst.CSTNode) -> bool:
    line = small(statement)
    if isinstance(line, cst.AugAssign):
        return True
    return isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value).endswith("_")
