"""Draws and choices without a gradient, and their twins that have one."""

import re

import libcst as cst

from gradhelp.patches.mending import Place, places
from gradhelp.patches.tree import Tree, argument, called, dotted, receiver, target_names

PATHWISE = {"OneHotCategorical": "OneHotCategoricalStraightThrough"}
CHOOSING = frozenset({"max", "min", "topk", "sort", "median"})
ACTION = re.compile(r"a|act|acts|action|actions")
COMPARED = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
WIDTH = "0.1"


def reparameterise(place: Place) -> bool:
    """`dist.sample()` → `dist.rsample()`, with a distribution that has it."""
    expression = place.expression
    if not isinstance(expression, cst.Call) or called(expression) != "sample" or receiver(expression) is None:
        return False
    for plain, pathwise in PATHWISE.items():
        if plain in place.node.receiver or str(place.site.seen("distribution")) == plain:
            _rename(place, plain, pathwise)
    return place.change(_rsample)


def _rsample(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    assert isinstance(node.func, cst.Attribute)
    return node.with_changes(func=node.func.with_changes(attr=cst.Name("rsample")))


def _rename(place: Place, old: str, new: str) -> None:
    """A class by another name, wherever this file says it."""
    tree: Tree = place.tree
    for name in tree.all(cst.Name):
        if name.value == old:
            place.draft.change(tree, name, lambda node: node.with_changes(value=new))


def soften(place: Place) -> bool:
    """A hard decision on the path → its smooth or straight-through twin."""
    expression = place.expression
    if isinstance(expression, cst.Comparison) and len(expression.comparisons) == 1:
        return _soft_comparison(place, expression)
    if not isinstance(expression, cst.Call):
        return False
    name = called(expression)
    if name in ("round", "floor", "ceil", "trunc", "fix"):
        return place.change(lambda node: _straight_through(place.tree, node))
    if name in ("sign", "sgn"):
        return place.change(lambda node: _smooth_sign(place.tree, node))
    if name in ("long", "int", "short", "bool") and receiver(expression) is not None and not expression.args:
        return place.change(lambda node: node.func.value)  # type: ignore[attr-defined]
    if name == "one_hot":
        return _gumbel(place, expression)
    if name == "argmax":
        return _soft_argmax(place, expression)
    return False


def value_of_choice(place: Place) -> bool:
    """`q.max(1)[1]`, `q.max(1).indices` → `q.max(1)[0]`: the value of the choice, not which it was."""
    found = _index_read(place)
    if found is None or called(found[0]) == "argmax":
        return False
    call, whole = found
    place.draft.change(place.tree, whole, lambda _: cst.parse_expression(f"{place.tree.code(call)}[0]"))
    return True


def value_of_action(place: Place) -> bool:
    """Likewise → `q.gather(1, a.unsqueeze(1)).squeeze(1)`, where the function unpacks an action and never reads it."""
    found = _index_read(place)
    action = _unread_action(place.tree, place.expression)
    values = receiver(found[0]) if found is not None else None
    hot = any(called(call) == "one_hot" for call in _calls_on_path(place))
    if found is None or values is None or not action or hot:
        return False
    code = f"{place.tree.code(values)}.gather(1, {action}.unsqueeze(1)).squeeze(1)"
    place.draft.change(place.tree, found[1], lambda _: cst.parse_expression(code))
    return True


def _index_read(place: Place) -> tuple[cst.Call, cst.CSTNode] | None:
    """The call that gives values and indices, and the reading of its indices around it."""
    call = place.expression
    around = place.tree.parent(call)
    if isinstance(call, cst.Call) and called(call) == "argmax":
        return call, call
    if not isinstance(call, cst.Call) or called(call) not in CHOOSING or around is None:
        return None
    whole = place.tree.code(around).replace(" ", "")
    return (call, around) if whole.endswith(("[1]", ".indices")) else None


def _unread_action(tree: Tree, node: cst.CSTNode) -> str:
    function = tree.function(node)
    if function is None:
        return ""
    given = {name for a in tree.all(cst.Assign, function) for t in a.targets for name in target_names(t.target)}
    reads = [name.value for name in tree.all(cst.Name, function)]
    unread = [name for name in given if ACTION.fullmatch(name) and reads.count(name) == 1]
    return unread[0] if len(unread) == 1 else ""


def _soft_comparison(place: Place, expression: cst.Comparison) -> bool:
    target = expression.comparisons[0]
    if not isinstance(target.operator, COMPARED):
        return False
    torch = place.draft.import_module(place.tree, "torch")
    left, right = place.tree.code(expression.left), place.tree.code(target.comparator)
    if isinstance(target.operator, cst.LessThan | cst.LessThanEqual):
        left, right = right, left
    difference = f"({_part(left)} - {_part(right)})"
    return place.change(lambda _: cst.parse_expression(f"{torch}.sigmoid({difference} / {WIDTH})"))


def _part(code: str) -> str:
    node = cst.parse_expression(code)
    loose = isinstance(node, cst.BinaryOperation | cst.Comparison | cst.BooleanOperation | cst.IfExp)
    return f"({code})" if loose and not node.lpar else code


def _straight_through(tree: Tree, node: cst.CSTNode) -> cst.CSTNode:
    """round(x) → x + (round(x) - x).detach(): the value of the one, the gradient of the other."""
    assert isinstance(node, cst.Call)
    given = _operand(node)
    code, whole = tree.module.code_for_node(given), tree.module.code_for_node(node)
    return cst.parse_expression(f"({_part(code)} + ({whole} - {_part(code)}).detach())")


def _smooth_sign(tree: Tree, node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return cst.parse_expression(f"({_part(tree.module.code_for_node(_operand(node)))} / {WIDTH}).tanh()")


def _operand(node: cst.Call) -> cst.BaseExpression:
    """x of `x.round()` and of `torch.round(x)`."""
    given = argument(node, 0)
    if given is not None and dotted(node.func).partition(".")[0] in ("torch", "th", "F", "np"):
        return given.value
    assert isinstance(node.func, cst.Attribute)
    return node.func.value


def _gumbel(place: Place, expression: cst.Call) -> bool:
    """`one_hot(logits.argmax(-1), n)` → `gumbel_softmax(logits, hard=True)`."""
    given = argument(expression, 0)
    if given is None:
        return False
    logits = _argmax_of(place.tree, given.value)
    if not logits:
        return False
    torch = place.draft.import_module(place.tree, "torch")
    code = f"{torch}.nn.functional.gumbel_softmax({logits}, hard=True)"
    return place.change(lambda _: cst.parse_expression(code))


def _argmax_of(tree: Tree, node: cst.BaseExpression) -> str:
    """What the argmax was taken of: written here, or assigned to this name before."""
    if isinstance(node, cst.Name):
        above = [a for a in tree.all(cst.Assign) if dotted(a.targets[0].target) == node.value]
        earlier = [a for a in above if tree.line(a) < tree.line(node)]
        return _argmax_of(tree, earlier[-1].value) if earlier else ""
    if isinstance(node, cst.Call) and called(node) == "argmax":
        home = receiver(node)
        if home is not None and dotted(home) not in ("torch", "th"):
            return tree.code(home)
        given = argument(node, 0)
        return tree.code(given.value) if given else ""
    return ""


def _soft_argmax(place: Place, expression: cst.Call) -> bool:
    """An index on the path → the expected index; where a value was meant, its maximum."""
    home = _argmax_of(place.tree, expression)
    dim = argument(expression, 0 if dotted(expression.func).partition(".")[0] not in ("torch", "th") else 1, "dim")
    if not home or any(called(call) == "one_hot" for call in _calls_on_path(place)):
        return False
    axis = place.tree.code(dim.value) if dim is not None else "-1"
    return place.change(lambda _: cst.parse_expression(f"{_part(home)}.amax(dim={axis})"))


def _calls_on_path(place: Place) -> list[cst.Call]:
    found = [each.expression for each in places(place.site, place.draft)]
    return [each for each in found if isinstance(each, cst.Call)]
