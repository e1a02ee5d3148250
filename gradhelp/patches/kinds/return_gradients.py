"""A custom function that gives no gradient back → the gradient passed straight through."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, small


def patch(site: Site) -> Iterator[Draft]:
    """`mark_non_differentiable` removed; `return None` → `return grad`; a missing backward written."""
    name = str(site.seen("function"))
    for file in site.project.sources:
        tree = site.project.tree(file)
        for each in tree.all(cst.ClassDef) if tree is not None else ():
            if tree is not None and each.name.value == name:
                yield from _mended(site, tree, each)
                return
    raise NotApplicable("the function's class is not in the user's files")


def _mended(site: Site, tree: Tree, function: cst.ClassDef) -> Iterator[Draft]:
    draft = site.draft()
    for call in tree.calls("mark_non_differentiable", inside=function):
        statement = tree.statement(call)
        if statement is not None:
            draft.remove(tree, statement)
    methods = {f.name.value: f for f in tree.all(cst.FunctionDef, function)}
    inputs = len(methods["forward"].params.params) - 1 if "forward" in methods else 1
    backward = methods.get("backward")
    if backward is None:
        rest = "".join(", None" for _ in range(inputs - 1))
        code = f"@staticmethod\ndef backward(ctx, grad):\n    return grad{rest}\n"
        draft.after(tree, function.body.body[-1], _spaced(code))
    else:
        _pass_on(draft, tree, backward)
    yield draft


def _spaced(code: str) -> cst.CSTNode:
    made = cst.parse_statement(code)
    return made.with_changes(leading_lines=[cst.EmptyLine(indent=False)])


def _pass_on(draft: Draft, tree: Tree, backward: cst.FunctionDef) -> None:
    """Where None is returned for the first input, the incoming gradient."""
    params = [param.name.value for param in backward.params.params]
    gradient = params[1] if len(params) > 1 else "grad"
    for statement in tree.all(cst.SimpleStatementLine, backward):
        line = small(statement)
        if not isinstance(line, cst.Return):
            continue
        value = line.value
        parts = [tree.code(e.value) for e in value.elements] if isinstance(value, cst.Tuple) else ["None"]
        nothing = value is None or tree.code(value) == "None" or set(parts) == {"None"}
        if nothing:
            draft.replace_text(tree, statement, f"return {', '.join([gradient, *parts[1:]])}")
