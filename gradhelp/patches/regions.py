"""Regions in which gradients are not recorded: how the needed statements leave them."""

import libcst as cst

from gradhelp.model.span import Span
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.mending import Place
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, dotted, receiver

SWITCHES = ("no_grad", "inference_mode", "set_grad_enabled")


def leave_region(place: Place) -> bool:
    """What the path ran under `no_grad` → outside of it."""
    off = place.node.off
    if place.node.grad_enabled or off is None:
        return False
    tree = place.site.project.tree(off.file)
    if tree is None:
        return False
    try:
        open_region(place.site, place.draft, tree, off.line)
    except NotApplicable:
        return False
    return True


def open_region(site: Site, draft: Draft, tree: Tree, line: int) -> None:
    """Take the needed statements out of the region that `line` begins; each region once a draft."""
    if not draft.once("region", tree.file, line):
        return
    decorator = next((d for d in tree.all(cst.Decorator) if tree.line(d) == line), None)
    if decorator is not None:
        draft.change(tree, decorator, lambda _: cst.RemoveFromParent())  # type: ignore[arg-type,return-value]
        return
    block = next((w for w in tree.all(cst.With) if tree.line(w) <= line < tree.line(w.body.body[0])), None)
    if block is not None:
        _open_block(site, draft, tree, block)
        return
    statement = tree.statement_at(line)
    if statement is None or not any(True for _ in tree.calls("set_grad_enabled", inside=statement)):
        raise NotApplicable("nothing on that line switches gradients off")
    _enclose_rest(draft, tree, statement)


def _open_block(site: Site, draft: Draft, tree: Tree, block: cst.With) -> None:
    others = [item for item in block.items if not _switches(item)]
    if others:
        draft.change(tree, block, lambda node: node.with_changes(items=[_last(each) for each in others]))
        return
    body = list(block.body.body)
    needed = [index for index, statement in enumerate(body) if _on_path(site, tree, statement)]
    if not needed:
        draft.unwrap(tree, block)
        return
    after = body[needed[-1] + 1 :]
    keep_after = len(after) if any(_calls_something(tree, statement) for statement in after) else 0
    before = body[: needed[0]]
    keep_before = len(before) if any(_calls_something(tree, statement) for statement in before) else 0
    draft.unwrap(tree, block, keep_before, keep_after)


def _switches(item: cst.WithItem) -> bool:
    name = dotted(item.item.func) if isinstance(item.item, cst.Call) else dotted(item.item)
    return name.rpartition(".")[2] in SWITCHES


def _last(item: cst.WithItem) -> cst.WithItem:
    return item.with_changes(comma=cst.MaybeSentinel.DEFAULT)


def _on_path(site: Site, tree: Tree, statement: cst.CSTNode) -> bool:
    """Whether the loss needs what this statement computed."""
    first, last = tree.line(statement), tree.last_line(statement)
    spans: list[Span] = [node.span for node in site.path.nodes if node.span] if site.path else []
    forward = int(str(site.seen("forward_line", 0) or 0))
    on_path = any(span.file == tree.file and first <= span.line <= last for span in spans)
    return on_path or (site.where.file == tree.file and first <= forward <= last)


def _calls_something(tree: Tree, statement: cst.CSTNode) -> bool:
    """Whether a statement runs anything, so that it matters whether gradients are recorded there."""
    return any(True for _ in tree.all(cst.Call, statement))


def _enclose_rest(draft: Draft, tree: Tree, statement: Statement) -> None:
    """`torch.set_grad_enabled(False)` → `with torch.no_grad():` around what follows it, up to where it is done."""
    call = next(tree.calls("set_grad_enabled", inside=statement))
    home = receiver(call)
    header = f"{tree.code(home)}.no_grad()" if home is not None else "no_grad()"
    block = list(tree.siblings(statement))
    rest = block[block.index(statement) + 1 :]
    while rest and _is_tail(tree, rest[-1]):
        rest.pop()
    draft.remove(tree, statement)
    if tree.function(statement) is None and not _argues(call):
        return  # switched off for the whole of the program, which trains
    if not rest or tree.function(statement) is None:
        raise NotApplicable("nothing follows the switch, or it stands outside any function")
    draft.enclose(tree, rest, header)


def _argues(call: cst.Call) -> bool:
    """Whether something decides if gradients are switched off, rather than a plain False."""
    return not (
        len(call.args) == 1 and isinstance(call.args[0].value, cst.Name) and call.args[0].value.value == "False"
    )


def _is_tail(tree: Tree, statement: cst.CSTNode) -> bool:
    """A return, or the return to training mode: what need not run with gradients off."""
    line = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    if isinstance(line, cst.Return):
        return True
    return isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value) == "train"
