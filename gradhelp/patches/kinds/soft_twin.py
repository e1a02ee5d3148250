"""A hard decision → its smooth or straight-through twin: sigmoid for a comparison, Gumbel-softmax for a choice."""

from collections.abc import Iterator
from contextlib import suppress

from gradhelp.patches.cuts import IN_PLACE, WITH_TWINS, mend
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.draws import soften, value_of_action, value_of_choice
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """The value of what was chosen where an index was taken for it; the decisions on the path, softened."""
    for own in ([value_of_action, soften], [value_of_choice, soften], [soften]):
        for others in (IN_PLACE, WITH_TWINS):
            with suppress(NotApplicable):
                yield mend(site, own, others)
