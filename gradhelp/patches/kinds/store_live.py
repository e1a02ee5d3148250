"""Values that are stored while acting keep their history: the detach, the conversion and the no_grad before them go."""

from collections.abc import Iterator

from gradhelp.patches.conversions import drop_detach, stay_in_graph, stay_tensor
from gradhelp.patches.cuts import IN_PLACE, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.regions import leave_region
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """Every cut on the way from the network to the store and out of it again."""
    yield mend(site, [drop_detach, stay_tensor, stay_in_graph, leave_region], IN_PLACE)
