"""Clipping where it takes effect: after the backward that makes the gradients, before the step that uses them."""

from collections.abc import Iterator

from gradhelp.patches.blocks import after, before, calling, home, statement_at, steps, together
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The clip, with the loop around it, moved behind the backward."""
    tree, clip = site.tree(), statement_at(site)
    scope, line = home(tree, clip), tree.line(clip)
    backwards = calling(tree, scope, "backward")
    late = site.seen("when") == "after-step"
    backward = before(tree, backwards, line) if late else after(tree, backwards, line)
    if backward is None:
        raise NotApplicable("no backward stands in the same function")
    moved, behind = together(tree, clip, backward)
    draft = site.draft()
    draft.move_behind(tree, moved, after=behind)
    yield draft
    step = after(tree, steps(tree, scope), tree.line(backward))
    if step is not None:
        moved, ahead = together(tree, clip, step)
        draft = site.draft()
        draft.move(tree, moved, before=ahead)
        yield draft
