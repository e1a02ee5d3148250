"""Takes the detach off the path, and what else cuts there."""

from collections.abc import Iterator

from gradhelp.patches.conversions import drop_detach
from gradhelp.patches.cuts import EVERYTHING, IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The path in torch, then with twins of numpy functions, then with soft twins of hard decisions."""
    for others in (IN_PLACE, WITH_TWINS, EVERYTHING):
        yield mend(site, [drop_detach], others)
