"""Gradients are unscaled before they are clipped, so that the limit means what it says."""

from collections.abc import Iterator

from gradhelp.patches.blocks import after, calling, home, statement_at, together
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import receiver


def patch(site: Site) -> Iterator[Draft]:
    """`scaler.unscale_(optimizer)` in front of the clip, for each optimizer that the scaler steps after it."""
    tree, clip = site.tree(), statement_at(site)
    scaled = [s for s in calling(tree, home(tree, clip), "step") if any(c.args for c in tree.calls("step", inside=s))]
    first = after(tree, scaled, tree.line(clip))
    if first is None:
        raise NotApplicable("no scaler.step(optimizer) follows in the same function")
    for statement in [s for s in scaled if tree.line(s) >= tree.line(first)]:
        call = next(tree.calls("step", inside=statement))
        scaler = receiver(call)
        if scaler is None or not call.args:
            continue
        draft = site.draft()
        ahead, _ = together(tree, clip, statement)
        draft.before(tree, ahead, f"{tree.code(scaler)}.unscale_({tree.code(call.args[0].value)})")
        yield draft
