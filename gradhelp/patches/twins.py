"""Functions of numpy and math that have a twin in torch, and the rewriting of a function into torch.

torch takes numpy's `axis`, `keepdims` and `x`/`a` for its own `dim`, `keepdim` and `input`.
"""

import libcst as cst

from gradhelp.patches.draft import Draft
from gradhelp.patches.mending import Place, places
from gradhelp.patches.names import Names
from gradhelp.patches.objects import Objects
from gradhelp.patches.taint import fed_calls
from gradhelp.patches.tree import Tree, dotted

SAME = [
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "arcsin",
    "arccos",
    "arctan",
    "arcsinh",
    "arccosh",
    "arctanh",
    "arctan2",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "square",
    "abs",
    "absolute",
    "sign",
    "floor",
    "ceil",
    "round",
    "sum",
    "mean",
    "prod",
    "cumsum",
    "cumprod",
    "std",
    "var",
    "stack",
    "hstack",
    "vstack",
    "where",
    "clip",
    "reshape",
    "squeeze",
    "flip",
    "roll",
    "diff",
    "outer",
    "einsum",
    "hypot",
    "matmul",
    "tensordot",
    "zeros_like",
    "ones_like",
    "full_like",
    "zeros",
    "ones",
    "linspace",
    "dot",
    "inner",
    "trace",
    "tile",
    "argmax",
    "isfinite",
    "isnan",
    "any",
    "all",
    "logaddexp",
    "minimum",
    "maximum",
]
NUMPY = {name: name for name in SAME} | {
    "concatenate": "cat",
    "power": "pow",
    "expand_dims": "unsqueeze",
    "clip": "clamp",
    "array": "as_tensor",
    "asarray": "as_tensor",
    "max": "amax",
    "min": "amin",
    "linalg.norm": "linalg.norm",
    "float32": "float32",
    "float64": "float64",
}
MATH = {
    "atan2": "atan2", "hypot": "hypot", "fabs": "abs", "pow": "pow", "asin": "asin", "acos": "acos", "atan": "atan"
} | {
    name: name
    for name in ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "dist", "erf", "floor", "ceil"]
}  # fmt: skip
Tables = tuple[tuple[str, dict[str, str]], ...]
BOTH: Tables = (("numpy", NUMPY), ("math", MATH))
MATH_ONLY: Tables = BOTH[1:]
CONSTANTS = frozenset({"pi", "e", "inf", "nan"})


def torch_twin(place: Place) -> bool:
    """A call of numpy or math on the path → the torch function of the same meaning, with its whole function."""
    expression = place.expression
    if not isinstance(expression, cst.Call) or _twin(place.tree, expression.func) is None:
        return False
    function = place.tree.function(expression)
    home: cst.CSTNode | None = function if function is not None else place.tree.statement(expression)
    if home is None:
        return False
    in_torch(place, home)
    return True


def in_torch_from(place: Place) -> None:
    """What is computed with math from a number that is now a tensor → with torch."""
    statement = place.tree.statement(place.expression)
    for call in fed_calls(place.tree, statement) if statement is not None else ():
        twin = _twin(place.tree, call.func, MATH_ONLY)
        if twin is not None and place.draft.once("twin", place.tree.file, call):
            torch = place.draft.import_module(place.tree, "torch")
            made = cst.parse_expression(f"{torch}.{twin}")
            place.draft.change(place.tree, call.func, lambda _, made=made: made)  # type: ignore[misc]


def in_torch(place: Place, home: cst.CSTNode) -> None:
    """Rewrite everything of numpy and math inside a function (or statement) into torch."""
    tree, draft = place.tree, place.draft
    torch = draft.import_module(tree, "torch")
    for node in tree.all(cst.Attribute, home):
        twin = _twin(tree, node)
        if twin is not None and (node.attr.value not in CONSTANTS):
            made = cst.parse_expression(f"{torch}.{twin}")
            draft.change(tree, node, lambda _, made=made: made)  # type: ignore[misc]
    for name in _arrays(tree, home, Objects(Names(place.site.project))):
        text = f"{torch}.as_tensor({tree.code(name)}{_like(tree, home)})"
        draft.change(tree, name, lambda _, text=text: cst.parse_expression(text))  # type: ignore[misc]


def _twin(tree: Tree, function: cst.BaseExpression, tables: Tables = BOTH) -> str | None:
    name = dotted(function)
    for module, table in tables:
        alias = tree.alias(module)
        if alias and name.startswith(alias + "."):
            return table.get(name.removeprefix(alias + "."))
    return None


def _arrays(tree: Tree, home: cst.CSTNode, objects: Objects) -> list[cst.BaseExpression]:
    """Operands of arithmetic, and arguments, that are arrays from outside the function: constants of the model."""
    made = _made_of_numpy(tree)
    sides = [each for operation in tree.all(cst.BinaryOperation, home) for each in (operation.left, operation.right)]
    sides += [arg.value for c in tree.all(cst.Call, home) if _twin(tree, c.func) is not None for arg in c.args]
    return [each for each in sides if dotted(each) in made or _handed_in(tree, home, each, objects)]


def _handed_in(tree: Tree, home: cst.CSTNode, side: cst.BaseExpression, objects: Objects) -> bool:
    """Whether a name or an attribute holds an array that was made outside of the function."""
    if not dotted(side):
        return False
    found = [each for each in objects.made_by(tree, side) if each.value is not None]
    inside = set(tree.nodes(home))
    return bool(found) and all(
        isinstance(each.value, cst.Call)
        and bool(alias := each.tree.alias("numpy"))
        and dotted(each.value.func).startswith(alias + ".")
        and each.value not in inside
        for each in found
    )


def _made_of_numpy(tree: Tree) -> set[str]:
    """Names at module level, and attributes of self, that are assigned from a call of numpy."""
    alias = tree.alias("numpy")
    names = set()
    for each in tree.all(cst.Assign):
        call = each.value
        if alias and isinstance(call, cst.Call) and dotted(call.func).startswith(alias + "."):
            target = dotted(each.targets[0].target)
            if "." in target or tree.function(each) is None:
                names.add(target)
    return names - {""}


def _like(tree: Tree, home: cst.CSTNode) -> str:
    """`, dtype=q.dtype` of the function's first argument, so that precision stays what it was."""
    if not isinstance(home, cst.FunctionDef):
        return ""
    names = [param.name.value for param in home.params.params if param.name.value not in ("self", "cls")]
    return f", dtype={names[0]}.dtype" if names else ""


def twin_function(place: Place) -> bool:
    """A numpy function that others call too → a copy of it in torch, which the path calls instead."""
    expression = place.expression
    if not isinstance(expression, cst.Call) or _twin(place.tree, expression.func) is None:
        return False
    function = place.tree.function(expression)
    if function is None:
        return False
    return _copied(place, function)


def _copied(place: Place, function: cst.FunctionDef) -> bool:
    tree, draft = place.tree, place.draft
    name = f"{function.name.value}_torch"
    if any(each.name.value == name for each in tree.all(cst.FunctionDef)) or not draft.once("twin", tree.file, name):
        return True
    copy = Tree(tree.file, tree.module.code)
    original = next(f for f in copy.all(cst.FunctionDef) if copy.line(f) == tree.line(function))
    inner = Draft()
    in_torch(Place(place.site, inner, copy, place.expression, place.node, place.before), original)
    changed = cst.parse_module(inner.texts()[tree.file])
    twin = next(f for f in Tree("", changed.code).all(cst.FunctionDef) if f.name.value == function.name.value)
    draft.after(tree, function, twin.with_changes(name=cst.Name(name)))
    draft.import_module(tree, "torch")
    for caller in _callers(place, function.name.value):
        caller.draft.change(caller.tree, caller.expression, lambda node: _renamed(node, name))
    return True


def _callers(place: Place, name: str) -> list[Place]:
    """Calls of the function on this path: whose arguments or results the path goes through."""
    lines = {(each.tree.file, each.tree.line(each.expression)) for each in places(place.site, place.draft)}
    found = []
    for tree in {file: place.site.project.tree(file) for file, _ in lines}.values():
        for call in tree.calls(name) if tree else ():
            if tree is not None and (tree.file, tree.line(call)) in lines:
                found.append(Place(place.site, place.draft, tree, call, place.node, place.before))
    return found


def _renamed(node: cst.CSTNode, name: str) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    if isinstance(node.func, cst.Attribute):
        return node.with_changes(func=node.func.with_changes(attr=cst.Name(name)))
    return node.with_changes(func=cst.Name(name))
