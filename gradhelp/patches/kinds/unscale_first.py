"""Gradients are unscaled before they are clipped, so that the limit means what it says."""

from collections.abc import Iterator

from gradhelp.patches.blocks import after, calling, home, statement_at, together
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, receiver


def patch(site: Site) -> Iterator[Draft]:
    """`scaler.unscale_(optimizer)` in front of the clip, for each optimizer that the scaler steps after it."""
    tree, clip = site.tree(), statement_at(site)
    scaled = [s for s in calling(tree, home(tree, clip), "step") if any(c.args for c in tree.calls("step", inside=s))]
    first = after(tree, scaled, tree.line(clip))
    if first is None:
        yield _from_elsewhere(site, tree, clip)
        return
    for statement in [s for s in scaled if tree.line(s) >= tree.line(first)]:
        call = next(tree.calls("step", inside=statement))
        scaler = receiver(call)
        if scaler is None or not call.args:
            continue
        draft = site.draft()
        ahead, _ = together(tree, clip, statement)
        draft.before(tree, ahead, f"{tree.code(scaler)}.unscale_({tree.code(call.args[0].value)})")
        yield draft


def _from_elsewhere(site: Site, tree: Tree, clip: Statement) -> Draft:
    """The clip is a function of its own: the only step of a scaler in the program tells what is to be unscaled."""
    found = []
    for file in site.project.sources:
        each = site.project.tree(file)
        scaling = (
            {each.code(r) for c in each.calls("scale") if (r := receiver(c)) is not None} if each is not None else set()
        )
        for call in each.calls("step") if each is not None else ():
            scaler = receiver(call)
            if each is not None and scaler is not None and len(call.args) == 1 and each.code(scaler) in scaling:
                code = f"{each.code(scaler)}.unscale_({each.code(call.args[0].value)})"
                found.append((code, Place(each, call)))
    if len(found) != 1:
        raise NotApplicable("which scaler steps which optimizer after the clip is not known")
    draft = site.draft()
    draft.before(tree, clip, Relocation(site.project, draft).brought(*found[0], Place(tree, clip)))
    return draft
