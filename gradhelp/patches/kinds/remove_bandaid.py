"""Takes away the line that silences the error. What it hid shows in the next run and is mended there."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.conversions import ENTERING
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, argument, assigned, called, dotted, receiver


def patch(site: Site) -> Iterator[Draft]:
    """The silencing removed; a re-wrapped value replaced by itself, a re-wrapped list by its stack."""
    tree, draft = site.tree(), site.draft()
    statement = tree.statement_at(site.where.line)
    if statement is None:
        raise NotApplicable("there is no statement on that line")
    if _only_asks(statement):
        _remove(draft, tree, statement)
    else:
        _unwrap(draft, tree, statement)
    yield draft


def _only_asks(statement: Statement) -> bool:
    """`loss.requires_grad_(True)` or `loss.requires_grad = True` as a statement of its own."""
    line = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    if isinstance(line, cst.Assign):
        return dotted(line.targets[0].target).endswith(".requires_grad")
    return isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value) == "requires_grad_"


def _remove(draft: Draft, tree: Tree, statement: Statement) -> None:
    """The statement, with an `if` around it that has nothing else to do."""
    around = tree.around(statement, cst.If)
    alone = around is not None and around.orelse is None and len(around.body.body) == 1
    if around is not None and alone and statement in around.body.body:
        draft.remove(tree, around)
    else:
        draft.remove(tree, statement)


def _unwrap(draft: Draft, tree: Tree, statement: Statement) -> None:
    for call in tree.all(cst.Call, statement):
        if called(call) == "requires_grad_" and (value := receiver(call)) is not None:
            draft.change(tree, call, lambda _, value=value: value)  # type: ignore[misc]
            return
        given = argument(call, 0, "data")
        if argument(call, 99, "requires_grad") is not None and given is not None and _wraps(call):
            _replace(draft, tree, statement, call, given.value)
            return
    raise NotApplicable("the silencing is of no known form")


def _wraps(call: cst.Call) -> bool:
    name = dotted(call.func)
    return name in ENTERING or name.rpartition(".")[2] in ("tensor", "as_tensor", "Variable", "Parameter")


def _replace(draft: Draft, tree: Tree, statement: Statement, call: cst.Call, given: cst.BaseExpression) -> None:
    target = assigned(statement)
    if target is not None and target[1] is call and target[0] == tree.code(given):
        draft.remove(tree, statement)
        return
    several = isinstance(given, cst.List | cst.ListComp | cst.Tuple) or _is_list(tree, given)
    if several:
        torch = draft.import_module(tree, "torch")
        draft.replace(tree, call, f"{torch}.stack({tree.code(given)})")
    else:
        draft.change(tree, call, lambda _: given)


def _is_list(tree: Tree, given: cst.BaseExpression) -> bool:
    """Whether a name is only ever assigned lists in this file."""
    values = [each.value for each in tree.all(cst.Assign) if dotted(each.targets[0].target) == dotted(given)]
    pairs = [
        (target.target, each.value)
        for each in tree.all(cst.Assign)
        for target in each.targets
        if isinstance(target.target, cst.Tuple) and isinstance(each.value, cst.Tuple)
    ]
    for names, made in pairs:
        if isinstance(names, cst.Tuple) and isinstance(made, cst.Tuple):
            values += [
                m.value for n, m in zip(names.elements, made.elements, strict=False) if dotted(n.value) == dotted(given)
            ]
    return bool(values) and all(isinstance(value, cst.List | cst.ListComp) for value in values)
