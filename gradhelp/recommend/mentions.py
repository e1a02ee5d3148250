"""Which simulators a text speaks of, by the names that users have for them."""

import re
from collections.abc import Sequence

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.catalog.simulator import Simulator


def named(name: str, known: Sequence[Simulator]) -> Simulator | None:
    """The simulator that `name` is the id, the name or an alias of."""
    plain = " ".join(name.lower().split())
    for each in known:
        if plain in (each.id, each.name.lower(), (each.package or "").lower(), *each.aliases):
            return each
    return None


def mentioned(text: str) -> list[Simulator]:
    """The simulators whose aliases stand in `text`, in the order of their first mention; the longest alias wins."""
    found: list[tuple[int, int, Simulator]] = []
    plain = text.lower()
    for simulator in load_simulators():
        for alias in simulator.aliases:
            # Chinese letters may touch a Latin name; Latin letters and digits may not.
            match = re.search(rf"(?<![a-z0-9_.]){re.escape(alias)}(?![a-z0-9_]|\.[a-z])", plain)
            if match:
                found.append((match.start(), match.end(), simulator))
    whole = [one for one in found if not any(_inside(one, other) for other in found)]
    return list({each.id: each for _, _, each in sorted(whole, key=lambda one: one[:2])}.values())


def _inside(one: tuple[int, int, Simulator], other: tuple[int, int, Simulator]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1] and one[1] - one[0] < other[1] - other[0]
