"""What was computed once before the loop and is trained in every turn: computed anew in each; lists emptied."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import after, home, instances, line_of, loop, statement_at, steps
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, receiver


def patch(site: Site) -> Iterator[Draft]:
    """The list of one step's values emptied after the step; or the forward pass moved into the loop."""
    tree, statement = site.tree(), statement_at(site)
    made, carried = (int(str(site.seen(key, 0))) for key in ("made_line", "carried_line"))
    keeping = tree.statement_at(carried) if carried else None
    if keeping is not None and any(True for _ in tree.calls("append", inside=keeping)):
        yield _cleared(site, tree, statement, keeping)
        return
    around = loop(tree, statement)
    source = tree.statement_at(made) if made else None
    if source is None or home(tree, source) is not home(tree, statement) or tree.line(source) >= tree.line(around):
        raise NotApplicable("it is not computed before the loop")
    draft = site.draft()
    draft.move(tree, source, before=line_of(tree, around.body.body[0]))
    yield draft


def _cleared(site: Site, tree: Tree, backward: Statement, keeping: Statement) -> Draft:
    """`x.values.clear()` behind the step, for every list that the same class or function fills."""
    owner = tree.around(keeping, cst.ClassDef)
    scope: cst.CSTNode = owner or tree.function(keeping) or tree.module
    filled = {_last(tree, call) for call in tree.calls("append", inside=scope)} - {""}
    step = after(tree, steps(tree, home(tree, backward)), tree.line(backward))
    names = sorted(_names(tree, home(tree, backward), filled, owner))
    if step is None or not names:
        raise NotApplicable("the lists cannot be named where the step is")
    draft = site.draft()
    draft.after(tree, step, *(f"{name}.clear()" for name in names))
    return draft


def _last(tree: Tree, call: cst.Call) -> str:
    subject = receiver(call)
    return tree.code(subject).rpartition(".")[2] if subject is not None else ""


def _names(tree: Tree, scope: cst.CSTNode, filled: set[str], owner: cst.ClassDef | None) -> set[str]:
    """The lists by the names that the function of the backward has for them, with what else that object keeps."""
    here = [node for node in tree.expressions(scope) if home(tree, node) is scope]
    if owner is None:
        return {node.value for node in here if isinstance(node, cst.Name) and node.value in filled}
    inside = tree.around(here[0], cst.ClassDef) is owner if here else False
    bases = {"self"} if inside else set(instances(tree, owner.name.value))
    appended = {tree.code(r) for node in here if isinstance(node, cst.Call) and (r := _appending(node)) is not None}
    own = {f"{base}.{name}" for base in bases for name in filled}
    return own | {name for name in appended if name.rpartition(".")[0] in bases}


def _appending(call: cst.Call) -> cst.BaseExpression | None:
    return receiver(call) if called(call) == "append" else None
