"""A hard decision → its smooth or straight-through twin: sigmoid for a comparison, Gumbel-softmax for a choice."""

from collections.abc import Iterator

from gradhelp.patches.cuts import IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft
from gradhelp.patches.draws import soften
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The decisions on the path, and the conversions behind them."""
    for others in (IN_PLACE, WITH_TWINS):
        yield mend(site, [soften], others)
