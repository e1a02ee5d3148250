"""Ways around a fault that no edit can mend: each of the rule's alternatives written into the user's program and tried.

Invariant: what is handed back as proved was run, and the run was judged like that of a patch.
"""

from dataclasses import dataclass, field

from gradhelp.blame import Hit
from gradhelp.catalog import Alternative, Lang, render_alternative
from gradhelp.experiments.search import Proposal, Search, unified
from gradhelp.experiments.told import verification
from gradhelp.experiments.trial import Laboratory
from gradhelp.experiments.wording import say
from gradhelp.model.diagnosis import Fix

MOST_TRIALS = 3
"""Of one alternative."""


@dataclass
class Around:
    """The alternatives as fixes: those that a run has proved, and the others, in the rule's order."""

    proved: list[Fix] = field(default_factory=list)
    told: list[Fix] = field(default_factory=list)
    best: Proposal | None = None
    """The change of the first that was proved."""


def ways_around(search: Search, laboratory: Laboratory, hit: Hit, lang: Lang, run: bool) -> Around:
    """Every alternative of the rule of `hit`."""
    found = Around()
    for way in hit.rule.alternatives:
        fix, proposal = _tried(search, laboratory, hit, way, lang, run)
        (found.proved if fix.verified else found.told).append(fix)
        if fix.verified and found.best is None:
            found.best = proposal
    return found


def _tried(
    search: Search, laboratory: Laboratory, hit: Hit, way: Alternative, lang: Lang, run: bool
) -> tuple[Fix, Proposal | None]:
    title, steps = render_alternative(hit.rule, way, hit.candidate.evidence, lang)
    repair = search.repair(hit, MOST_TRIALS, way)
    best = repair.best
    fix = Fix(
        title=title,
        steps=steps,
        diff=unified(laboratory.sources, best.texts) if best is not None else None,
        verified=repair.verified is not None,
        verification=verification(repair, lang, run) if best or repair.attempts else say(lang, "no_draft"),
    )
    return fix, best
