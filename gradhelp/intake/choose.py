"""Of several errors in one paste, the one to talk about.

A gradient error before any other, a recognised one before one of which only the type is known, and last what merely
reports another error. Of equals: the first writer's (ranks of a distributed run fail alike), its latest traceback, and
in a chain the one that was there first; the later ones are its consequences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gradhelp.intake.assemble import Traceback
from gradhelp.intake.families import Family, classify, complete

RANKS = {"known": 2, "generic": 1, "consequence": 0}
GRADIENT = 3
UNKNOWN = 1
NO_END = -1


@dataclass(frozen=True, slots=True)
class Reading:
    """A traceback and what its error means."""

    traceback: Traceback
    family: Family | None
    writer: int

    @property
    def rank(self) -> int:
        """How much it deserves to be the one that is reported."""
        if not self.traceback.type:
            return NO_END
        if self.family is None:
            return UNKNOWN
        return GRADIENT if self.family.gradient else RANKS[self.family.specificity]


def read_family(traceback: Traceback) -> Family | None:
    """The family, from type, message and the code shown; of a message that was cut off, from its beginning."""
    if not traceback.type:
        return None
    shown = [frame.code for frame in traceback.frames[-1:]]
    shown += [frame.code for frame in reversed(traceback.frames) if frame.user][:1]
    code = "\n".join(filter(None, shown))
    found = classify(traceback.type, traceback.message, code)
    if found is None or found.specificity == "generic":
        return complete(traceback.message) or found
    return found


def choose(readings: Sequence[Reading]) -> Reading | None:
    """The one to report; None where there is no traceback."""
    candidates = [reading for reading in readings if not reading.traceback.forward] or list(readings)
    if not candidates:
        return None
    best = max(reading.rank for reading in candidates)
    candidates = [reading for reading in candidates if reading.rank == best]
    candidates = [reading for reading in candidates if reading.writer == candidates[0].writer]
    chain = [reading for reading in candidates if reading.traceback.chain == candidates[-1].traceback.chain]
    return chain[0] if best == GRADIENT else _first_not_handled(chain)


def _first_not_handled(chain: Sequence[Reading]) -> Reading:
    """An error raised while another was being handled replaced it; one raised from another only wraps it."""
    chosen = chain[0]
    for reading in chain[1:]:
        if reading.traceback.link == "context":
            chosen = reading
    return chosen
