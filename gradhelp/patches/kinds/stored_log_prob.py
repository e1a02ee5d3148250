"""The old log-probability is the stored one, not one that is computed anew beside the new one."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, loop, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, assigned, dotted, target_names

LOG_PROB = re.compile(r"log_?p", re.IGNORECASE)


def patch(site: Site) -> Iterator[Draft]:
    """What was stored while acting, with the batch's index; else computed once, before the epochs."""
    tree, statement = site.tree(), statement_at(site)
    pair = assigned(statement)
    if pair is None:
        raise NotApplicable("the old log-probability is not assigned there")
    target, value = pair
    index = _index(tree, statement)
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
