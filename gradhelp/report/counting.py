"""What was counted of a run, in words: while it goes on, and when it is over (knowledge/templates/counting.toml)."""

from collections.abc import Callable, Sequence

from gradhelp.facts.observed import Counts, Observed
from gradhelp.report.phrases import Lang, phrases

SEPARATOR = " · "
SHORT = 10
"""Below so many seconds a tenth of one is worth telling."""


def counted(counts: Counts, lang: Lang, *, brief: bool = False) -> list[str]:
    """`12,400 environment steps`, …: what there is any of, the most telling first; `brief`: `12,400 env steps`, …

    Backward passes are told where there are no iterations.
    """
    told = {
        "environment_steps": counts.environment_steps,
        "optimizer_steps": counts.optimizer_steps,
        "iterations": counts.iterations,
        "backwards": 0 if counts.iterations else counts.backwards,
    }
    words = phrases("counting", lang)
    full = "brief" if brief else "full"
    return [
        words.say(f"{key}_{'one' if count == 1 else full}", count=f"{count:,}") for key, count in told.items() if count
    ]


def what_was_observed(observed: Observed, lang: Lang) -> str:
    """One sentence. It may hold the name of a class of the user's."""
    words = phrases("counting", lang)
    ended = words.say(f"ended_{observed.ended.replace('-', '_')}", detail=observed.detail)
    seconds = f"{observed.seconds:.1f}" if observed.seconds < SHORT else f"{observed.seconds:.0f}"
    told = counted(observed.counts, lang)
    if not told:
        return words.say("watched_nothing", seconds=seconds, ended=ended)
    return words.say("watched", counts=words.say("comma").join(told), seconds=seconds, ended=ended)


def fitted(
    first: Sequence[str], counts: Sequence[str], brief: Sequence[str], room: int, width: Callable[[str], int]
) -> str:
    """`first` and all counts, in brief if need be; of these as many, from the first one on, as there is room for."""
    for parts in (counts, *(brief[:kept] for kept in range(len(brief), 0, -1))):
        line = SEPARATOR.join([*first, *parts])
        if width(line) <= room:
            return line
    return SEPARATOR.join(first)
