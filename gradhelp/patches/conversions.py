"""Expressions that cut a tensor's history without being needed: detach, conversions out of torch, re-wrapping.

Each function is a mender: it looks at one place of the path and takes away what cuts there.
"""

import libcst as cst

from gradhelp.patches.joining import table
from gradhelp.patches.mending import Place
from gradhelp.patches.tree import argument, called, dotted, receiver
from gradhelp.patches.twins import in_torch_from

DETACHING = frozenset({"detach", "numpy", "item", "tolist", "detach_", "__array__"})
LEAVING = frozenset({"float", "int", "numpy.array", "numpy.asarray", "numpy.float32", "numpy.float64"})
ENTERING = frozenset(
    {"torch.tensor", "torch.as_tensor", "torch.from_numpy", "torch.asarray", "torch.Tensor", "torch.FloatTensor"}
    | {"torch.DoubleTensor", "torch.autograd.variable.Variable", "torch.autograd.Variable", "Variable"}
    | {"torch.from_dlpack", "torch.utils.dlpack.from_dlpack"}
)
METHODS_TO_DTYPE = {"float32": "float", "float64": "double"}


def drop_detach(place: Place) -> bool:
    """`x.detach()`, `x.data`, `torch.detach(x)` → `x`; `net.state_dict()` → its parameters by name."""
    expression = place.expression
    if isinstance(expression, cst.Call) and called(expression) == "state_dict" and not expression.args:
        return place.change(_named_parameters)
    if isinstance(expression, cst.Attribute) and expression.attr.value == "data":
        return place.change(lambda node: node.value)  # type: ignore[attr-defined]
    if not isinstance(expression, cst.Call) or called(expression) not in ("detach", "detach_"):
        return False
    if expression.args:
        return place.change(lambda node: node.args[0].value)  # type: ignore[attr-defined]
    statement = place.tree.parent(expression)
    if isinstance(statement, cst.Expr) and (line := place.tree.statement(statement)) is not None:
        place.draft.remove(place.tree, line)
        return True
    return place.change(_receiver)


def stay_tensor(place: Place) -> bool:
    """`x.numpy()`, `x.item()`, `float(x)`, `np.asarray(x)` → `x`; a cast of an array → the cast of a tensor."""
    expression = place.expression
    if not isinstance(expression, cst.Call):
        return False
    name = called(expression)
    if receiver(expression) is not None and name in ("astype", "copy"):
        return place.change(_as_tensor_method)
    if receiver(expression) is not None and name in DETACHING and not expression.args:
        in_torch_from(place)
        return place.change(_receiver)
    if place.node.callee.removeprefix("builtins.") in LEAVING and argument(expression, 0) is not None:
        in_torch_from(place)
        return place.change(lambda node: node.args[0].value)  # type: ignore[attr-defined]
    return False


def stay_in_graph(place: Place) -> bool:
    """`torch.tensor(x)` of one tensor → `x`; of several → `torch.stack`, which records where they came from."""
    expression = place.expression
    if not isinstance(expression, cst.Call) or not _enters(place, expression) or not place.rooted:
        return False
    given = argument(expression, 0, "data")
    if given is None:
        return False
    if _is_several(place, given.value):
        return _stack(place, expression, given)
    dtype = argument(expression, 9, "dtype")
    kind = place.tree.code(dtype.value) if dtype is not None else ""
    return place.change(lambda node: _cast(_first(node), kind))


def _stack(place: Place, expression: cst.Call, given: cst.Arg) -> bool:
    torch = place.draft.import_module(place.tree, "torch")
    dtype = argument(expression, 9, "dtype")
    kind = place.tree.code(dtype.value) if dtype is not None else ""
    rows = table(place, given.value, torch)
    if rows:
        return place.change(lambda _: _cast(cst.parse_expression(rows), kind))
    join = "cat" if place.before.shape == (1,) and place.node.shape and len(place.node.shape) == 1 else "stack"
    plain = isinstance(given.value, cst.List | cst.Tuple) or _only_use(place)
    each = "{0}" if plain else "[" + torch + ".as_tensor(value) for value in {0}]"

    def joined(node: cst.CSTNode) -> cst.CSTNode:
        inner = _first(node)
        code = cst.Module([]).code_for_node(inner)
        if isinstance(inner, cst.GeneratorExp):
            code = code if code.startswith("(") else f"({code})"
            code = "[" + code[1:-1] + "]"
        return _cast(cst.parse_expression(f"{torch}.{join}({each.format(code)})"), kind)

    return place.change(joined)


def _only_use(place: Place) -> bool:
    """Whether the function around is called in one place only, so that it is never given anything but these tensors."""
    function = place.tree.function(place.expression)
    if function is None:
        return True
    return sum(1 for _ in place.tree.calls(function.name.value)) <= 1


def _enters(place: Place, expression: cst.Call) -> bool:
    return (place.node.callee or dotted(expression.func)) in ENTERING or dotted(expression.func) in ENTERING


def _is_several(place: Place, given: cst.BaseExpression) -> bool:
    """Whether what is wrapped is a collection: written out, or seen to be one by the shape of the result."""
    if isinstance(given, cst.List | cst.Tuple | cst.ListComp | cst.GeneratorExp):
        return True
    before, after = place.before.shape, place.node.shape
    longer = before is not None and after is not None and len(after) > len(before)
    return longer or (place.before.value in ("number", "container") and bool(after)) or _joined(before, after)


def _joined(before: tuple[int, ...] | None, after: tuple[int, ...] | None) -> bool:
    """One-element tensors that were copied into a longer one."""
    return before == (1,) and after is not None and after != (1,) and len(after) == 1


def _cast(node: cst.BaseExpression, kind: str) -> cst.BaseExpression:
    if not kind:
        return node
    loose = isinstance(node, cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.IfExp)
    inner = node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()]) if loose and not node.lpar else node
    function = cst.Attribute(inner, cst.Name("to"))
    return cst.Call(function, [cst.Arg(cst.parse_expression(kind))])


def _as_tensor_method(node: cst.CSTNode) -> cst.CSTNode:
    """`a.copy()` → `a.clone()`; `a.astype(np.float32)` → `a.float()`."""
    assert isinstance(node, cst.Call)
    assert isinstance(node.func, cst.Attribute)
    if node.func.attr.value == "copy":
        return node.with_changes(func=node.func.with_changes(attr=cst.Name("clone")))
    kind = dotted(node.args[0].value).rpartition(".")[2] if node.args else ""
    name = METHODS_TO_DTYPE.get(kind, "float")
    return node.with_changes(func=node.func.with_changes(attr=cst.Name(name)), args=[])


def _receiver(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    assert isinstance(node.func, cst.Attribute)
    return node.func.value


def _named_parameters(node: cst.CSTNode) -> cst.CSTNode:
    network = cst.Module([]).code_for_node(_receiver(node))
    return cst.parse_expression(f"dict({network}.named_parameters())")


def _first(node: cst.CSTNode) -> cst.BaseExpression:
    """The data argument, by keyword or the first one."""
    assert isinstance(node, cst.Call)
    given = argument(node, 0, "data")
    assert given is not None
    return given.value
