"""Mends a path whole: its own kind of cut first of all, and every other that the gradient would meet on the way.

The gradient passes only where all cuts on its path are mended, so a draft that mended one alone would fail.
"""

from collections.abc import Sequence

from gradhelp.patches import conversions, draws, regions, twins
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.mending import Mender, beside, places
from gradhelp.patches.site import Site

CONVERSIONS: tuple[Mender, ...] = (conversions.drop_detach, conversions.stay_tensor, conversions.stay_in_graph)
IN_PLACE: tuple[Mender, ...] = (*CONVERSIONS, twins.torch_twin)
"""What changes no number that the program computes; a numpy function becomes a torch one where it stands."""
WITH_TWINS: tuple[Mender, ...] = (*CONVERSIONS, twins.twin_function)
"""Likewise; a numpy function stays for its other callers and gets a twin in torch."""
BESIDE: tuple[Mender, ...] = (conversions.stay_in_graph, twins.torch_twin, twins.twin_function)
"""What is mended off the path too: what is taken out of torch there (a detach, an item) may well be meant."""
EVERYTHING: tuple[Mender, ...] = (*IN_PLACE, draws.reparameterise, draws.soften)


def mend(site: Site, own: Sequence[Mender], others: Sequence[Mender]) -> Draft:
    """A draft that mends the path. Raises NotApplicable where nothing on it is of the kinds in `own`."""
    draft = site.draft()
    mended_own = False
    for place in places(site, draft):
        left = regions.leave_region(place)
        mended_own |= left and regions.leave_region in own
        if any(mender(place) for mender in own):
            mended_own = True
        else:
            any(mender(place) for mender in others)
    if not mended_own:
        raise NotApplicable("nothing on the path is of this kind")
    on_path = {place.expression for place in places(site, draft)}
    for place in beside(site, draft):
        if place.expression not in on_path:
            any(mender(place) for mender in others if mender in BESIDE)
    return draft
