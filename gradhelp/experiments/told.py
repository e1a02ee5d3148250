"""What is said of the trials of one repair."""

from gradhelp.catalog import Lang
from gradhelp.experiments.search import Repair
from gradhelp.experiments.wording import say, title


def verification(repair: Repair, lang: Lang, run: bool) -> str:
    """What was run and what it showed, or why nothing was."""
    worked, best = repair.verified, repair.best
    if worked is not None:
        return say(lang, worked.judgement.key, **worked.judgement.values)
    if repair.attempts:
        last = repair.attempts[0]
        names = ", ".join(title(lang, patch) for patch in last.proposal.patches)
        return say(lang, "failed", patches=names, why=say(lang, last.judgement.key, **last.judgement.values))
    if best is None and repair.left:
        return say(lang, "out_of_time" if run else "held_back")
    if best is None:
        reason = repair.hit.rule.unpatchable
        return say(lang, "no_patch", reason=reason.of(lang)) if reason is not None else say(lang, "no_draft")
    if best.rank == 2:
        return say(lang, "fill_in")
    return say(lang, "out_of_time" if run else "not_tried")
