"""Lists of lists of numbers that are tensors, joined so that their history is kept: `[[p, v] for p, v in zip(ps, vs)]`.

Where whole tensors were taken apart only to be put together again, the whole ones are joined; else each row is, and then the rows.
"""

import libcst as cst

from gradhelp.facts.node import Node
from gradhelp.patches.mending import Place
from gradhelp.patches.tree import dotted, target_names

Row = cst.List | cst.Tuple
ITERATED = cst.ListComp | cst.GeneratorExp


def table(place: Place, given: cst.BaseExpression, torch: str) -> str:
    """The code of the joined tensor; "" where it is no list of lists."""
    if isinstance(given, ITERATED) and isinstance(given.elt, Row):
        return _columns(place, given, torch) or _rows(place, given, torch)
    if isinstance(given, Row) and given.elements and all(isinstance(each.value, Row) for each in given.elements):
        joined = ", ".join(_row(place, each.value, torch) for each in given.elements)  # type: ignore[arg-type]
        return f"{torch}.stack([{joined}])"
    return ""


def _rows(place: Place, given: ITERATED, torch: str) -> str:
    assert isinstance(given.elt, Row)
    around = place.tree.code(given.for_in)
    return f"{torch}.stack([{_row(place, given.elt, torch)} {around}])"


def _row(place: Place, row: Row, torch: str) -> str:
    parts = [_part(place, each, torch) for each in row.elements]
    return f"{torch}.stack([{', '.join(parts)}])"


def _part(place: Place, element: cst.BaseElement, torch: str) -> str:
    """An element as a tensor: numbers have to become one."""
    code, value = place.tree.code(element.value), element.value
    if isinstance(element, cst.StarredElement):
        return f"*{code}"
    inner = value.expression if isinstance(value, cst.UnaryOperation) else value
    if isinstance(inner, cst.BaseNumber):
        whole = code.lstrip("+-").isdigit()
        return f"{torch}.tensor({code}.0)" if whole else f"{torch}.tensor({code})"
    number = any(node.value == "number" for node in _seen(place, value))
    return f"{torch}.as_tensor({code})" if number else code


def _columns(place: Place, given: ITERATED, torch: str) -> str:
    """`[[p, v] for p, v in zip(ps, vs)]` of tensors → `torch.stack([ps, vs], dim=-1)`."""
    loop = given.for_in
    zipped = isinstance(loop.iter, cst.Call) and dotted(loop.iter.func) == "zip" and not loop.ifs
    if not zipped or loop.inner_for_in is not None or not isinstance(loop.iter, cst.Call):
        return ""
    sources = [arg.value for arg in loop.iter.args]
    names = target_names(loop.target)
    assert isinstance(given.elt, Row)
    wanted = [dotted(each.value) for each in given.elt.elements]
    plain = all(arg.keyword is None and not arg.star for arg in loop.iter.args) and len(names) == len(sources)
    if not plain or len(set(names)) != len(names) or not set(wanted) <= set(names):
        return ""
    by_name = dict(zip(names, sources, strict=True))
    if not all(_is_tensor(place, by_name[name]) for name in wanted):
        return ""
    return f"{torch}.stack([{', '.join(place.tree.code(by_name[name]) for name in wanted)}], dim=-1)"


def _is_tensor(place: Place, value: cst.BaseExpression) -> bool:
    """Whether a value was seen to be a row of numbers in one tensor, whenever it was seen."""
    seen = _seen(place, value)
    return bool(seen) and all(node.value == "tensor" and len(node.shape or ()) == 1 for node in seen)


def _seen(place: Place, value: cst.BaseExpression) -> list[Node]:
    """What the run recorded of an expression: computed there, or under that name before."""
    graph = getattr(place.site.candidate, "ledger", None)
    if graph is None:
        return []
    code, nodes = place.tree.code(value), [node for node in graph.nodes if node.ordinal <= place.node.ordinal]
    exact = [n for n in nodes if n.span is not None and place.tree.expression(n.span) is value]
    return exact or ([n for n in nodes if n.name == code][-1:] if code else [])
