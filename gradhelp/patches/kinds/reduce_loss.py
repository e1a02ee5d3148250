"""A loss with several elements → their mean; what `autograd.grad` is asked of → its sum."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import call_at, method
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import argument, called, receiver


def patch(site: Site) -> Iterator[Draft]:
    """`loss.backward()` → `loss.mean().backward()`; `grad(y, x)` → `grad(y.sum(), x)`."""
    tree, call = site.tree(), call_at(site, "backward", "grad")
    draft = site.draft()
    given = argument(call, 0, "outputs") if called(call) == "grad" else argument(call, 0)
    subject = receiver(call)
    if called(call) == "grad":
        if given is None:
            raise NotApplicable("nothing is differentiated")
        summed = _summed if len(call.args) == 1 else lambda node: method(_expression(node), "sum")
        draft.change(tree, given.value, summed)
    elif subject is None:
        raise NotApplicable("backward is not called on anything")
    else:
        target = subject
        if isinstance(subject, cst.Call) and called(subject) == "scale" and subject.args:
            target = subject.args[0].value
        draft.change(tree, target, lambda node: method(_expression(node), "mean"))
    yield draft


def _summed(function: cst.CSTNode) -> cst.BaseExpression:
    """What torch.func's `grad(f)` is given."""
    name = cst.Module([]).code_for_node(function)
    return cst.parse_expression(f"lambda *inputs: {name if name.isidentifier() else f'({name})'}(*inputs).sum()")


def _expression(node: cst.CSTNode) -> cst.BaseExpression:
    assert isinstance(node, cst.BaseExpression)
    return node
