"""`sample()` → `rsample()`, whose draw keeps the gradient with respect to the distribution's parameters."""

from collections.abc import Iterator

from gradhelp.patches.cuts import IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.draws import reparameterise
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The draw on the path, and the conversions behind it."""
    for others in (IN_PLACE, WITH_TWINS):
        yield mend(site, [reparameterise], others)
