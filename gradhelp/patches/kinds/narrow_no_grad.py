"""Takes the statements that the loss needs out of a `no_grad` block; or the decorator, or the switch, away."""

from collections.abc import Iterator

from gradhelp.patches.cuts import IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.regions import leave_region, open_region
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The region alone, then with every other cut on the path."""
    draft = site.draft()
    open_region(site, draft, site.tree(), site.where.line)
    yield draft
    for others in (IN_PLACE, WITH_TWINS):
        yield mend(site, [leave_region], others)
