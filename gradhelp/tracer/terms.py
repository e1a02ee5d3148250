"""What a loss is the sum of: its additive terms, found by walking the ledger and autograd's graph side by side.

Autograd knows the operands that carry a gradient, also those whose tensors are gone; the ledger knows the others. A
*piece* is one term as it was computed once; the passages of a loop through the same expression are one *term*.
Nothing here evaluates anything but torch's own nodes, and no gradient reaches the user's tensors.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional

from .ledger import MODULE, TENSOR, Rec

MAX_PIECES = 400
MAX_DEPTH = 600

SUMS = frozenset({"AddBackward0", "SubBackward0", "StackBackward0", "CatBackward0"})
LINEAR = frozenset(
    {"MeanBackward0", "MeanBackward1", "SumBackward0", "SumBackward1", "NegBackward0", "MulBackward0", "MulBackward1",
     "DivBackward0", "DivBackward1", "AddBackward0", "AddBackward1", "SubBackward0", "SubBackward1", "RsubBackward1",
     "SqueezeBackward0", "SqueezeBackward1", "SqueezeBackward2", "UnsqueezeBackward0", "ViewBackward0",
     "ReshapeAliasBackward0", "UnsafeViewBackward0", "ToCopyBackward0", "CloneBackward0", "NanToNumBackward0",
     "StackBackward0", "CatBackward0", "NansumBackward0", "AliasBackward0"}
)  # fmt: skip
"""Operations that are linear in their one living operand: a sum below them is a sum above them."""


class Piece:
    """One addend. `rec` is what the user would call it; `edge` its place in autograd's graph, None where it is dead.

    `weight` is the gradient of the loss with respect to it, None where it could not be computed. `whole` says that it
    was added as one number, not element by element.
    """

    __slots__ = ("edge", "rec", "weight", "whole")

    def __init__(self, rec: Rec, edge: Any, weight: Any, whole: bool) -> None:
        self.rec, self.edge, self.weight, self.whole = rec, edge, weight, whole

    @property
    def live(self) -> bool:
        return self.edge is not None


class Term:
    """All pieces that one expression has added."""

    def __init__(self, first: Piece) -> None:
        self.pieces = [first]

    @property
    def rec(self) -> Rec:
        return self.pieces[0].rec

    @property
    def live(self) -> bool:
        return self.pieces[0].live


def terms_of(rec: Rec, edge: Any, weight: Any) -> Optional[list[Term]]:
    """The terms of a loss, in source order; None where it is made of too many pieces."""
    grouped: dict[Any, Term] = {}
    for count, piece in enumerate(_pieces(rec, edge, weight)):
        if count >= MAX_PIECES:
            return None
        key = (piece.rec.site, piece.rec.name if piece.rec.site is None else "", piece.live)
        if key in grouped:
            grouped[key].pieces.append(piece)
        else:
            grouped[key] = Term(piece)
    return list(grouped.values())


def _pieces(rec: Rec, edge: Any, weight: Any) -> Iterator[Piece]:
    """Depth first, without recursion: a loop may add hundreds of times."""
    waiting = [(Piece(rec, edge, weight, True), rec, edge, weight, False)]
    steps = 0
    while waiting:
        head, rec, edge, weight, split = waiting.pop()
        steps += 1
        inner = _operands(rec, edge) if edge is not None and steps < MAX_DEPTH else None
        if inner is None or (len(inner) > 1 and split and not _is_whole(rec)):
            yield head
            continue
        weights = _weights(edge, weight) if any(at is not None for _, _, at in inner) else None
        following = []
        for operand, below, position in inner:
            passed = _passed(weight, weights, below, position)
            if len(inner) == 1 and _is_named_by(head.rec, rec, operand):
                following.append((head, operand, below, passed, split))
            else:
                whole = _is_whole(rec) and head.whole
                shown = operand if below is not None else _named(operand)
                following.append((Piece(shown, below, passed, whole), operand, below, passed, split or len(inner) > 1))
        waiting += reversed(following)


def _is_named_by(head: Rec, rec: Rec, operand: Rec) -> bool:
    """Whether the user would call `operand`, which alone is in `rec`, by what `head` is called.

    What a constant was added to is no name for it: `total = 0.0 + term` begins an accumulation.
    """
    return not (rec.grad_fn or "").startswith("Add") and bool(head.name or not operand.name)


def _named(rec: Rec) -> Rec:
    """A dead addend without what scales it: of `0.1 * cost` the value that has a name."""
    inner = rec
    while not inner.name and len(inner.ops) == 1 and inner.site is not None and inner.site.kind == "operator":
        inner = inner.ops[0]
    return inner if inner.name else rec


def _passed(weight: Any, weights: Any, below: Any, position: Optional[int]) -> Any:
    """The gradient for one operand. What `sum` adds gets that of the sum itself."""
    if below is None or weight is None:
        return None
    if position is None:
        return _shaped(weight, below)
    return weights[position] if weights is not None else None


def _is_whole(rec: Rec) -> bool:
    """Whether a value is one number (elements of a stacked list of numbers are not looked at one by one)."""
    if rec.kind != TENSOR or rec.shape is None:
        return True
    count = 1
    for size in rec.shape:
        count *= int(size)
    return count == 1 or rec.grad_fn in ("StackBackward0", "CatBackward0")


Operand = Any
"""(record, edge or None, position among the node's gradients or None)."""


def _operands(rec: Rec, edge: Any) -> Optional[list[Operand]]:
    """What a linear operation combines; None where `rec` is no such operation, or where the two sides do not match."""
    node = edge[0]
    kind = type(node).__name__
    if kind not in LINEAR or rec.site is None or rec.stores or rec.grad_fn != kind:
        return None
    operands = [op for op in rec.ops if op.kind != MODULE]
    if rec.site.kind == "augment":
        operands.reverse()
    living = [op for op in operands if op.live]
    dead = [op for op in operands if not op.live]
    edges = [(pair, at) for at, pair in enumerate(node.next_functions) if pair[0] is not None]
    if len(living) == len(edges) and _agree(living, edges):
        if len(living) + len(dead) > 1 and kind not in SUMS:
            return None
        paired = {id(op): (op, pair, at) for op, (pair, at) in zip(living, edges)}
        return [paired.get(id(op), (op, None, None)) for op in operands] or None
    return _unrolled(operands, node) if operands and _is_sum(rec) else None


def _is_sum(rec: Rec) -> bool:
    return "sum" in (rec.callee, rec.site.callee) or rec.callee == "builtins.sum"


def _agree(living: list[Rec], edges: list[Any]) -> bool:
    """Whether records and edges are the same values, as far as their kinds tell."""
    return all(_is(op, pair[0]) for op, (pair, _) in zip(living, edges))


def _is(rec: Rec, node: Any) -> bool:
    name = type(node).__name__
    return rec.grad_fn == name if rec.grad_fn is not None else name.endswith("AccumulateGrad")


def _unrolled(operands: list[Rec], node: Any) -> Optional[list[Operand]]:
    """`sum([...])` adds one after the other: the chain of its additions, undone from the last one."""
    found: list[Operand] = []
    for op in reversed(operands):
        if not op.live:
            found.append((op, None, None))
            continue
        edge = _last_added(node, op)
        if edge is None:
            return None
        pair, node = edge
        found.append((op, pair, None))
    return list(reversed(found))


def _last_added(node: Any, op: Rec) -> Any:
    """The edge of the last addend of a chain of additions, if it can be `op`, and the node of the rest."""
    while type(node).__name__ == "AddBackward0":
        left, right = (*node.next_functions, (None, 0))[:2]
        if right[0] is not None and _is(op, right[0]):
            return right, left[0]
        if right[0] is not None or left[0] is None:
            return None
        if _is(op, left[0]):
            return left, None
        node = left[0]
    return ((node, 0), None) if node is not None and _is(op, node) else None


def _weights(edge: Any, weight: Any) -> Any:
    """The gradients that one of torch's own nodes hands to its operands; None where there is none to hand on."""
    if weight is None:
        return None
    node, position = edge
    try:
        given = [None] * position + [weight]
        handed = node(*given)
    except Exception:
        return None
    handed = handed if isinstance(handed, tuple) else (handed,)
    return [_shaped(value, pair) for value, pair in zip(handed, node.next_functions)]


def _shaped(value: Any, edge: Any) -> Any:
    """A gradient in the shape of what it is the gradient of: a broadcast operand gets the sum."""
    described = getattr(edge[0], "_input_metadata", None)
    if value is None or not described:
        return value
    shape = described[edge[1]].shape
    return value if value.shape == shape else value.sum_to_size(tuple(shape))
