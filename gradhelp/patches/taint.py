"""Where a value goes inside a file: the names that hold it, or something computed from it, and the calls it is given to.

Static and approximate: assignments are followed in source order, into functions of the same file that are called by
their plain name.
"""

from collections.abc import Iterator, Sequence

import libcst as cst

from gradhelp.patches.tree import Statement, Tree, dotted, target_names

DEEPEST = 3
Scope = cst.FunctionDef | cst.Module


def fed_calls(tree: Tree, statement: Statement, depth: int = 0) -> Iterator[cst.Call]:
    """The calls that are given what `statement` assigns, or something made of it."""
    home = tree.function(statement) or tree.module
    yield from _fed(tree, home, _targets(statement), tree.line(statement), depth)


def _fed(tree: Tree, home: Scope, names: set[str], line: int, depth: int) -> Iterator[cst.Call]:
    for assign in tree.all(cst.Assign, home):
        if tree.line(assign) > line and _mentions(tree, assign.value, names):
            names |= _names_in(assign.targets)
    for call in tree.all(cst.Call, home):
        given = [index for index, arg in enumerate(call.args) if _mentions(tree, arg, names)]
        if not given or tree.line(call) < line:
            continue
        yield call
        function = _definition(tree, call)
        if function is not None and depth < DEEPEST:
            params = [param.name.value for param in function.params.params]
            taken = {params[index] for index in given if index < len(params)}
            yield from _fed(tree, function, taken, tree.line(function), depth + 1)


def _definition(tree: Tree, call: cst.Call) -> cst.FunctionDef | None:
    name = dotted(call.func)
    return next((f for f in tree.all(cst.FunctionDef) if f.name.value == name), None)


def _targets(statement: Statement) -> set[str]:
    found: set[str] = set()
    for line in getattr(statement, "body", ()) if isinstance(statement, cst.SimpleStatementLine) else ():
        if isinstance(line, cst.Assign):
            found |= _names_in(line.targets)
    return found


def _names_in(targets: Sequence[cst.AssignTarget]) -> set[str]:
    return {name for target in targets for name in target_names(target.target) if name.isidentifier()}


def _mentions(tree: Tree, node: cst.CSTNode, names: set[str]) -> bool:
    return any(name.value in names for name in tree.all(cst.Name, node))
