"""The live line about a run: what it is doing, for how long, what was counted. When the run has ended
a sentence remains of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gradhelp.cli import stderr
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.diagnose import Progress, Result


@contextmanager
def shown(words: Phrases) -> Iterator["Callable[[Progress], None] | None"]:
    """A callback for the run, or None where nobody is watching."""
    if not stderr.is_watched():
        yield None
        return
    try:
        yield lambda progress: stderr.show_line(sentence(progress, words, stderr.room()))
    finally:
        stderr.erase_line()


def tell_what_was_observed(result: "Result", words: Phrases) -> None:
    """What remains of the live line, where somebody watched it."""
    from gradhelp.facts.observed import observed
    from gradhelp.report.counting import what_was_observed

    seen = observed(result.recording) if result.recording is not None and stderr.is_watched() else None
    if seen is not None:
        stderr.write(f"{one_line(what_was_observed(seen, words.lang))}\n")


def sentence(progress: "Progress", words: Phrases, room: int) -> str:
    """`running · 3 s · 12,400 environment steps · …`, of the counts as many as there is room for."""
    from gradhelp.report.counting import counted, fitted

    stage = words.say(f"stage_{progress.stage}")
    if progress.note:
        stage = f"{stage} · {progress.note}"
    seconds = [words.say("seconds", seconds=int(progress.seconds))] if progress.seconds >= 1 else []
    counts, brief = (counted(progress.counts, words.lang, brief=each) for each in (False, True))
    return fitted([stage, *seconds], counts, brief, room, stderr.cells)
