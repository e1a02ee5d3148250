"""A silenced error is no repair: the program's own run with the silencing in it is the proof."""

from gradhelp.blame import Hit
from gradhelp.catalog import Lang
from gradhelp.experiments.judge import reach
from gradhelp.experiments.wording import say
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Fix
from gradhelp.model.evidence import Bandaid


def silenced(hit: Hit, run: Run, lang: Lang) -> list[Fix]:
    """What the run proved of a silencing that the program holds; empty where it holds none."""
    evidence = hit.candidate.evidence
    if not isinstance(evidence, Bandaid):
        return []
    seen = reach(run)
    form = evidence.form
    told = say(
        lang, "silenced", form=form, steps=seen.steps, count=len(seen.fed), total=len(seen.fed) + len(seen.starved)
    )
    heading = say(lang, "silenced_title", form=form)
    return [Fix(title=heading, steps=[told], verification=told)]
