"""A draw without a pathwise gradient: the loss becomes that of the score function, log-probability times return."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import assigned, called, dotted, receiver


def patch(site: Site) -> Iterator[Draft]:
    """`loss = -reward.mean()` → `loss = -(dist.log_prob(a) * (reward - reward.mean())).mean()`."""
    tree, draw = site.tree(), statement_at(site)
    pair = assigned(draw)
    line = int(str(site.seen("loss_line", 0)))
    loss = tree.statement_at(line) if line else None
    total = assigned(loss) if loss is not None else None
    if pair is None or not isinstance(pair[1], cst.Call) or total is None:
        raise NotApplicable("the draw or the loss is not assigned")
    dist = receiver(pair[1])
    if loss is None or dist is None or home(tree, loss) is not home(tree, draw):
        raise NotApplicable("the draw and the loss stand in different functions")
    value = total[1]
    inner = value.expression if isinstance(value, cst.UnaryOperation) else value
    reduced = receiver(inner) if isinstance(inner, cst.Call) and called(inner) in ("mean", "sum") else None
    if reduced is None or not dotted(reduced):
        raise NotApplicable("the loss is no mean of a return")
    name = tree.code(reduced)
    draft = site.draft()
    draft.replace(tree, reduced, f"({tree.code(dist)}.log_prob({pair[0]}) * ({name} - {name}.mean()))")
    yield draft
