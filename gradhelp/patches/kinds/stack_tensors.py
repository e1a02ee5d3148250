"""`torch.tensor([a, b])` of tensors with a history → `torch.stack([a, b])`; a re-wrapped tensor → itself."""

from collections.abc import Iterator

from gradhelp.patches.conversions import stay_in_graph
from gradhelp.patches.cuts import EVERYTHING, IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The path in torch, then with twins of numpy functions, then with soft twins of hard decisions."""
    for others in (IN_PLACE, WITH_TWINS, EVERYTHING):
        yield mend(site, [stay_in_graph], others)
