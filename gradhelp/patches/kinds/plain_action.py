"""An action as the environment takes it: a number or an array, of the right shape, without a history."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import call_at, method
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, called, receiver

BY_PROBLEM = {
    "requires-grad": ("detach_numpy", "item"),
    "tensor": ("item", "numpy", "detach_numpy"),
    "device": ("cpu_numpy", "item"),
    "shape": ("squeeze", "item", "flatten"),
    "dtype": ("int", "item", "detach_numpy"),
    "value": ("int", "item", "squeeze"),
}


def patch(site: Site) -> Iterator[Draft]:
    """What the problem calls for first, then what is near."""
    tree, call = site.tree(), call_at(site, "step", "step_async")
    if not call.args:
        raise NotApplicable("step is called without an action")
    action = call.args[0].value
    for form in BY_PROBLEM.get(str(site.seen("problem")), ("item", "detach_numpy")):
        draft = site.draft()
        target, made = _form(tree, action, form)
        draft.change(tree, target, lambda _, made=made: made)  # type: ignore[misc]
        yield draft


def _form(tree: Tree, action: cst.BaseExpression, form: str) -> tuple[cst.CSTNode, cst.BaseExpression]:
    if form == "int":
        return action, cst.parse_expression(f"int({tree.code(action)})")
    if form in ("squeeze", "flatten"):
        inner = receiver(action) if isinstance(action, cst.Call) and called(action) == "numpy" else None
        target = inner if inner is not None else action
        return target, method(target, form, *(("0",) if form == "squeeze" else ()))
    made: cst.BaseExpression = action
    if form == "item" and isinstance(action, cst.Subscript):
        made = action.value
    for name in form.split("_"):
        made = method(made, name)
    return action, made
