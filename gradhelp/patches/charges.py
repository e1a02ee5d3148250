"""What the simulator charged for the actions, between its step and the loss: step by step, in a batch, or in total.

The expressions between a charge and the loss have to be linear, so that a charge can be weighed with a log-probability
in its place and everything around it (its sign, a mean, a division by the horizon) stays as the user wrote it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from gradhelp.checks import Candidate
from gradhelp.facts.node import Node
from gradhelp.patches.blocks import method
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, called, dotted, receiver

JOINS = frozenset({"stack", "cat", "tensor", "as_tensor", "array", "asarray", "FloatTensor", "hstack"})
REDUCTIONS = frozenset({"mean", "sum", "fmean"})
ENTRIES = frozenset({"tensor", "as_tensor", "asarray", "FloatTensor", "Tensor", "from_numpy"})
LINEAR = frozenset(
    {"squeeze", "unsqueeze", "view", "reshape", "flatten", "to", "float", "double", "neg", "clone", "cpu"}
)
LINEAR_TOO = frozenset({"requires_grad_", "negative", "nanmean"})
NUMPY = frozenset({"np", "numpy", "statistics"})


@dataclass(frozen=True)
class Charge:
    """One value of the path between the step and the loss, with its expression."""

    tree: Tree
    expression: cst.BaseExpression
    node: Node
    inner: Node
    """The next value on the way to the step: what this one was made of."""
    above: tuple["Charge", ...]
    """What was made of it, the loss first."""


def charges(site: Site) -> Iterator[Charge]:
    """The values between loss and step, the loss first, up to where the way to the loss is no longer linear."""
    path, candidate = site.path, site.candidate
    if path is None or not isinstance(candidate, Candidate):
        return
    above: tuple[Charge, ...] = ()
    for node, inner in zip(path.nodes[: candidate.position], path.nodes[1:], strict=False):
        tree = site.project.tree(node.span.file) if node.span is not None else None
        expression = _expression(tree, node) if tree is not None else None
        if tree is None or expression is None:
            return
        here = Charge(tree, expression, node, inner, above)
        yield here
        if not _is_linear(here):
            return
        above = (*above, here)


def _expression(tree: Tree, node: Node) -> cst.BaseExpression | None:
    """The expression of a value; of `x += y` the `y`."""
    assert node.span is not None
    found = tree.expression(node.span)
    if found is None and node.op == "augment":
        statement = tree.statement_at(node.span.line)
        augmented = next(tree.all(cst.AugAssign, statement), None) if statement is not None else None
        return augmented.value if augmented is not None else None
    return found


def _is_linear(charge: Charge) -> bool:
    expression = charge.expression
    if charge.node.op == "augment":
        return True
    if isinstance(expression, cst.UnaryOperation):
        return isinstance(expression.operator, cst.Minus | cst.Plus)
    if isinstance(expression, cst.BinaryOperation):
        return _is_linear_in_path(charge, expression)
    name = called(expression) if isinstance(expression, cst.Call) else ""
    return name in LINEAR | LINEAR_TOO | REDUCTIONS | ENTRIES or charge.node.op in ("store", "iterate")


def _is_linear_in_path(charge: Charge, expression: cst.BinaryOperation) -> bool:
    if isinstance(expression.operator, cst.Divide):
        return not _holds(charge.tree, expression.right, charge.inner)
    return isinstance(expression.operator, cst.Add | cst.Subtract | cst.Multiply)


def _holds(tree: Tree, side: cst.BaseExpression, inner: Node) -> bool:
    """Whether a value was computed, or is named, inside an expression."""
    span = inner.span
    found = tree.expression(span) if span is not None and span.file == tree.file else None
    named = any(name.value == inner.name for name in tree.all(cst.Name, side))
    return any(each is found for each in tree.nodes(side)) or (bool(inner.name) and named)


def keep_in_torch(draft: Draft, above: tuple[Charge, ...]) -> None:
    """`torch.tensor(x)` → `x` and `np.mean(x)` → `x.mean()` in what was made of a charge that is a tensor now."""
    for charge in above:
        expression = charge.expression
        if not isinstance(expression, cst.Call) or not expression.args:
            continue
        name, subject = called(expression), receiver(expression)
        outside = subject is None or dotted(subject) in NUMPY
        if name in ENTRIES:
            draft.change(charge.tree, expression, lambda node: node.args[0].value)  # type: ignore[attr-defined]
        elif name in REDUCTIONS and outside:
            draft.change(charge.tree, expression, _as_method)
        elif name == "float" and outside:
            draft.change(charge.tree, expression, lambda node: node.args[0].value)  # type: ignore[attr-defined]


def _as_method(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return method(node.args[0].value, called(node).removeprefix("f"))


def as_tensor(draft: Draft, tree: Tree, name: str, each: Node, live: bool) -> str:
    """The code of a tensor (T,) or (T, B) of a list whose elements are like `each`, without a gradient."""
    torch = draft.import_module(tree, "torch")
    if each.value == "tensor":
        joined = f"{torch}.stack({name})" + (".flatten()" if each.shape and _count(each) == 1 else "")
        return f"{joined}.detach()" if live else joined
    if each.value == "array" and each.shape:
        numpy = draft.import_module(tree, "numpy")
        return f"{torch}.as_tensor({numpy}.stack({name}), dtype={torch}.float32)"
    return f"{torch}.tensor({name}, dtype={torch}.float32)"


def width(each: Node, batch: int) -> int:
    """How many numbers a charge holds: 1, or one for each of `batch` actions. Raises NotApplicable for others."""
    count = _count(each)
    if count == 1 or (each.shape == (batch,) and batch > 1):
        return count
    raise NotApplicable("a charge is no number for each action")


def _count(each: Node) -> int:
    count = 1
    for size in each.shape or ():
        count *= size
    return count
