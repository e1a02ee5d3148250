"""A floating-point leaf where an integer one was asked for gradients; or the request taken away."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import method, statement_at, with_keyword
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import called, dotted, receiver, small


def patch(site: Site) -> Iterator[Draft]:
    """By the form of the request: a constructor, a Parameter, or a statement of its own."""
    tree, statement = site.tree(), statement_at(site)
    draft = site.draft()
    line = small(statement)
    own_call = isinstance(line, cst.Expr) and isinstance(line.value, cst.Call) and called(line.value)
    own_store = isinstance(line, cst.Assign) and dotted(line.targets[0].target).endswith(".requires_grad")
    if own_call == "requires_grad_" or own_store:
        draft.remove(tree, statement)
        yield draft
        return
    for call in tree.all(cst.Call, statement):
        if called(call) == "Parameter" and call.args:
            draft.change(tree, call.args[0].value, _floating)
            yield draft
            return
        if called(call) == "requires_grad_" and receiver(call) is not None:
            draft.change(tree, receiver(call), _floating)  # type: ignore[arg-type]
            yield draft
            return
        if any(arg.keyword is not None and arg.keyword.value == "requires_grad" for arg in call.args):
            torch = draft.import_module(tree, "torch")
            draft.change(tree, call, lambda node, torch=torch: _typed(node, torch))  # type: ignore[misc]
            yield draft
            return
    raise NotApplicable("the request is of no known form")


def _floating(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return method(node, "float")


def _typed(node: cst.CSTNode, torch: str) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return with_keyword(node, "dtype", f"{torch}.float32")
