"""What was computed once before the loop and is trained in every turn: computed anew in each; lists emptied."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import after, home, loop, statement_at, steps
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, called, receiver


def patch(site: Site) -> Iterator[Draft]:
    """The forward pass moved into the loop; or the list of one step's values emptied after the step."""
    tree, statement = site.tree(), statement_at(site)
    made = int(str(site.seen("made_line", 0)))
    around = loop(tree, statement)
    source = tree.statement_at(made) if made else None
    if source is not None and tree.line(source) < tree.line(around) and not _has(tree, around, source):
        draft = site.draft()
        draft.move(tree, source, before=around.body.body[0])  # type: ignore[arg-type]
        yield draft
    cleared = _cleared(site, tree, statement)
    if cleared is not None:
        yield cleared


def _has(tree: Tree, around: cst.CSTNode, inner: cst.CSTNode) -> bool:
    return around in set(tree.ancestors(inner))


def _cleared(site: Site, tree: Tree, backward: cst.CSTNode) -> Draft | None:
    """`x.values.clear()` behind the step, for every list that the same function fills."""
    line = int(str(site.seen("carried_line", 0)))
    keeping = tree.statement_at(line) if line else None
    if keeping is None or not any(True for _ in tree.calls("append", inside=keeping)):
        return None
    scope = tree.function(keeping) or tree.module
    filled = {_last(tree, call) for call in tree.calls("append", inside=scope)}
    step = after(tree, steps(tree, home(tree, backward)), tree.line(backward))
    names = sorted(_read(tree, backward, filled - {""}))
    if step is None or not names:
        raise NotApplicable("the lists cannot be named where the step is")
    draft = site.draft()
    draft.after(tree, step, *(f"{name}.clear()" for name in names))
    return draft


def _last(tree: Tree, call: cst.Call) -> str:
    subject = receiver(call)
    return tree.code(subject).rpartition(".")[2] if subject is not None and called(call) == "append" else ""


def _read(tree: Tree, backward: cst.CSTNode, filled: set[str]) -> set[str]:
    """The lists by the names that the function of the backward has for them."""
    scope = home(tree, backward)
    attributes = {tree.code(a) for a in tree.all(cst.Attribute, scope) if a.attr.value in filled}
    names = {n.value for n in tree.all(cst.Name, scope) if n.value in filled}
    own = {name for name in names if not any(each.rpartition(".")[2] == name for each in attributes)}
    return {name for name in attributes | own if "(" not in name and not name.startswith("self.")} or attributes
