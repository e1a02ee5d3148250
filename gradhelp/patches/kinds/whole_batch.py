"""Statistics over one axis that leave nothing of the values → over the whole batch; a saturating clamp taken away."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, statement_at, without
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, receiver

STATISTICS = ("mean", "std", "var")
SATURATING = ("clamp", "clip", "hardtanh", "clamp_min", "clamp_max", "relu")


def patch(site: Site) -> Iterator[Draft]:
    """All statistics of the function without their axis; each clamp on the line without its limits."""
    tree, statement = site.tree(), statement_at(site)
    scope = home(tree, statement) if tree.function(statement) is not None else statement
    calls = [call for call in tree.calls(*STATISTICS, inside=scope) if _has_axis(call)]
    if calls:
        draft = site.draft()
        for call in calls:
            draft.change(tree, call, _over_all)
        yield draft
    for call in tree.calls(*SATURATING, inside=statement):
        subject = receiver(call)
        if subject is not None and _is_value(tree, subject):
            draft = site.draft()
            draft.change(tree, call, lambda _, subject=subject: subject)  # type: ignore[misc]
            yield draft
    if not calls:
        raise NotApplicable("neither a statistic over an axis nor a clamp stands there")


def _has_axis(call: cst.Call) -> bool:
    return receiver(call) is not None and any(
        arg.keyword is None or arg.keyword.value in ("dim", "axis", "keepdim", "keepdims") for arg in call.args
    )


def _over_all(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    kept = [arg for arg in without(node, "dim", "axis", "keepdim", "keepdims") if arg.keyword is not None]
    return node.with_changes(args=kept)


def _is_value(tree: Tree, subject: cst.BaseExpression) -> bool:
    """Whether a method is called on a value, not a function of a module."""
    return tree.code(subject) not in ("torch", "F", "nn", "np", "torch.nn.functional")
