"""The optimizer is made after the network that it is to train, not before."""

from collections.abc import Iterator

from gradhelp.patches.blocks import statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """Its statement moved behind the new network where both stand in one block; else made anew behind it."""
    tree = site.tree()
    lines = [int(str(site.seen(key, 0))) for key in ("optimizer_line", "rebuilt_line")]
    if not all(lines):
        raise NotApplicable("where the optimizer or the network is made is not known")
    optimizer, network = (statement_at(site, line) for line in lines)
    if tree.line(optimizer) >= tree.line(network) and tree.parent(optimizer) is tree.parent(network):
        raise NotApplicable("the optimizer is made after the network already")
    if tree.parent(optimizer) is tree.parent(network):
        draft = site.draft()
        draft.move_behind(tree, optimizer, after=network)
        yield draft
    draft = site.draft()
    draft.after(tree, network, optimizer.with_changes(leading_lines=()))
    yield draft
