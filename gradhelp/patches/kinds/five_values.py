"""`step()` has five values: terminated and truncated apart, `done` made of both."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.drawing import fresh
from gradhelp.patches.parameters import COMMA
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, small

OLD = 4


def patch(site: Site) -> Iterator[Draft]:
    """Where too few are unpacked, at the unpacking; where an environment of the user's returns too few, there."""
    tree, statement = site.tree(), statement_at(site)
    line = small(statement)
    target = line.targets[0].target if isinstance(line, cst.Assign) else None
    if isinstance(target, cst.Tuple) and len(target.elements) == OLD and isinstance(line, cst.Assign):
        for joined in ("{} or {}", "{} | {}"):
            yield _unpacked(site, tree, statement, target, joined)
        return
    spread = next((arg for arg in tree.all(cst.Arg, statement) if arg.star == "*" and _steps(tree, arg)), None)
    if spread is not None:
        yield _joined(site, tree, statement, spread)
    found = [t for f in site.project.sources if (t := site.project.tree(f)) is not None]
    for each in found:
        yield from _returned(site, each)


def _unpacked(site: Site, tree: Tree, statement: cst.CSTNode, target: cst.Tuple, joined: str) -> Draft:
    names = [tree.code(element.value) for element in target.elements]
    done = names[2]
    parts = ["_", "_"] if done == "_" else ["terminated", "truncated"]
    draft = site.draft()
    wide = cst.parse_expression(", ".join([*names[:2], *parts, names[3]]))
    draft.change(tree, target, lambda node: wide.with_changes(lpar=node.lpar, rpar=node.rpar))  # type: ignore[attr-defined]
    function = tree.function(statement)
    returns = list(_four(tree, function)) if function is not None and function.name.value == "step" else []
    for value in returns:
        _widen(draft, tree, value, parts)
    if done != "_" and not returns:
        draft.after(tree, statement, f"{done} = {joined.format(*parts)}")
    return draft


def _steps(tree: Tree, arg: cst.Arg) -> bool:
    return isinstance(arg.value, cst.Call) and called(arg.value) == "step"


def _joined(site: Site, tree: Tree, statement: Statement, spread: cst.Arg) -> Draft:
    """`Outcome(*env.step(a))` → the five values by name, and four of them."""
    draft = site.draft()
    names = [fresh(tree, name) for name in ("observation", "reward", "terminated", "truncated", "info")]
    draft.before(tree, statement, f"{', '.join(names)} = {tree.code(spread.value)}")
    four = [*names[:2], f"{names[2]} or {names[3]}", names[4]]
    args = [cst.Arg(cst.parse_expression(each), comma=COMMA) for each in four]
    args[-1] = args[-1].with_changes(comma=spread.comma)
    draft.change(tree, spread, lambda _: cst.FlattenSentinel(args))  # type: ignore[arg-type,return-value]
    return draft


def _returned(site: Site, tree: Tree) -> Iterator[Draft]:
    """An environment's own `step` that returns four values."""
    for function in tree.all(cst.FunctionDef):
        values = list(_four(tree, function)) if function.name.value == "step" else []
        if not values:
            continue
        for ended in ("{}", "False"), ("False", "{}"):  # as a goal that is reached, or as a limit of time
            draft = site.draft()
            for value in values:
                _widen(draft, tree, value, [each.format(tree.code(value.elements[2].value)) for each in ended])
            yield draft
        return
    raise NotApplicable("no step of the user's returns four values")


def _four(tree: Tree, function: cst.FunctionDef) -> Iterator[cst.Tuple]:
    for each in tree.all(cst.Return, function):
        if isinstance(each.value, cst.Tuple) and len(each.value.elements) == OLD:
            yield each.value


def _widen(draft: Draft, tree: Tree, value: cst.Tuple, parts: list[str]) -> None:
    names = [tree.code(element.value) for element in value.elements]
    wide = cst.parse_expression(", ".join([*names[:2], *parts, names[3]]))
    draft.change(tree, value, lambda node: wide.with_changes(lpar=node.lpar, rpar=node.rpar))  # type: ignore[attr-defined]
