"""Keeps the computation in torch: no conversion to numbers and back, numpy and math by their twins."""

from collections.abc import Iterator

from gradhelp.patches.conversions import stay_tensor
from gradhelp.patches.cuts import EVERYTHING, IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The path in torch where it stands, then with twins of functions that others call, then with soft twins."""
    for others in (IN_PLACE, WITH_TWINS, EVERYTHING):
        yield mend(site, [stay_tensor], others)
