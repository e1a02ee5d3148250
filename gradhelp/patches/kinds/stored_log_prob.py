"""The old log-probability is the stored one, not one that is computed anew beside the new one."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, loop, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.drawing import fresh
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, assigned, dotted, small, target_names

LOG_PROB = re.compile(r"log_?p", re.IGNORECASE)


def patch(site: Site) -> Iterator[Draft]:
    """What was stored while acting, with the batch's index; else computed once, before the epochs."""
    tree, statement = site.tree(), statement_at(site)
    pair = assigned(statement)
    if pair is None:
        raise NotApplicable("the old log-probability is not assigned there")
    target, value = pair
    index = _index(tree, statement)
    if index and (once := _once(site, tree, statement, index)) is not None:
        yield once
    if not target.isidentifier():
        return
    for name in _stored(tree, statement, target):
        for code in ([f"{name}[{index}]"] if index else []) + [name]:
            draft = site.draft()
            draft.replace(tree, value, code)
            yield draft
    epochs = loop(tree, statement)
    draft = site.draft()
    made = cst.parse_statement(f"{target} = {_detached(tree, value)}")
    draft.remove(tree, statement)
    draft.before(tree, epochs, made)
    yield draft


def _once(site: Site, tree: Tree, statement: Statement, index: str) -> Draft | None:
    """For all rows, before the first of the loops in which the data stays the same; in the loop the rows of the batch."""
    line = small(statement)
    assert isinstance(line, cst.Assign)
    names = [name for name in target_names(line.targets[0].target) if name != "_"]
    whole = re.sub(rf"\[{re.escape(index)}\]", "", tree.code(line.value))
    used = {node.value for node in tree.all(cst.Name, line.value)} - {index}
    around = _unchanged(tree, statement, used)
    if not names or whole == tree.code(line.value) or re.search(rf"\b{index}\b", whole) or around is None:
        return None
    draft = site.draft()
    torch = draft.import_module(tree, "torch")
    kept = {name: fresh(tree, f"stored_{name}") for name in names}
    target = re.sub(r"\w+", lambda found: kept.get(found[0], found[0]), tree.code(line.targets[0].target))
    draft.before(tree, around, f"with {torch}.no_grad():\n    {target} = {whole}\n")
    draft.replace_text(tree, statement, f"{', '.join(names)} = {', '.join(f'{kept[n]}[{index}]' for n in names)}")
    return draft


def _unchanged(tree: Tree, statement: Statement, used: set[str]) -> Statement | None:
    """The outermost loop of this function in which none of the names gets another value."""
    found: Statement | None = None
    for each in tree.ancestors(statement):
        if isinstance(each, cst.FunctionDef):
            break
        if isinstance(each, cst.For | cst.While):
            targets = [t.target for a in tree.all(cst.Assign, each) for t in a.targets]
            targets += [loop.target for loop in tree.all(cst.For, each)]
            if used & {name for target in targets for name in target_names(target)}:
                break
            found = each
    return found


def _detached(tree: Tree, value: cst.BaseExpression) -> str:
    return f"{tree.code(value)}.detach()"


def _index(tree: Tree, statement: cst.CSTNode) -> str:
    """`idx` where the block has `mb_obs = obs[idx]`, or takes `obs[idx]` as an argument."""
    for each in tree.siblings(statement):
        for node in tree.all(cst.Subscript, each):
            if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index) and dotted(node.value):
                inner = node.slice[0].slice.value
                if isinstance(inner, cst.Name):
                    return inner.value
    return ""


def _stored(tree: Tree, statement: cst.CSTNode, target: str) -> list[str]:
    """Names of log-probabilities from before the loop, the nearest first."""
    scope, line = home(tree, statement), tree.line(statement)
    block = set(tree.siblings(statement))
    names: list[str] = []
    for assign in tree.all(cst.Assign, scope):
        if tree.line(assign) < line and tree.statement(assign) not in block:
            names += [name for each in assign.targets for name in target_names(each.target)]
    params = [p.name.value for p in scope.params.params] if isinstance(scope, cst.FunctionDef) else []
    found = [name for name in dict.fromkeys([*reversed(names), *params]) if LOG_PROB.search(name)]
    return [name for name in found if name != target]
