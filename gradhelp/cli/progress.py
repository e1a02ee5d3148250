"""The live line about a run: what it is doing, for how long, how many optimizer steps; gone when the run has ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gradhelp.cli import stderr
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.diagnose import Progress


@contextmanager
def shown(words: Phrases) -> Iterator["Callable[[Progress], None] | None"]:
    """A callback for the run, or None where nobody is watching."""
    if not stderr.is_watched():
        yield None
        return
    try:
        yield lambda progress: stderr.show_line(sentence(progress, words))
    finally:
        stderr.erase_line()


def sentence(progress: "Progress", words: Phrases) -> str:
    """`running · 3 s · optimizer steps: 12 · note`."""
    parts = [words.say(f"stage_{progress.stage}")]
    if progress.seconds >= 1:
        parts.append(words.say("seconds", seconds=int(progress.seconds)))
    if progress.optimizer_steps:
        parts.append(words.say("steps", count=progress.optimizer_steps))
    if progress.note:
        parts.append(progress.note)
    return " · ".join(parts)
