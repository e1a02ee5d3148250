"""A silenced error is no repair, and this is the proof: a run with the silencing in it, and what then got a gradient.

Where the program holds the silencing already its own run is the proof; where no repair was found, it is tried.
"""

import libcst as cst

from gradhelp.blame import Hit
from gradhelp.catalog import Lang
from gradhelp.checks import Candidate
from gradhelp.experiments.judge import reach
from gradhelp.experiments.trial import Laboratory
from gradhelp.experiments.wording import say
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Fix
from gradhelp.model.evidence import Bandaid
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Project


def silenced(hit: Hit, run: Run, lang: Lang) -> list[Fix]:
    """What the run proved of a silencing that the program holds; empty where it holds none."""
    evidence = hit.candidate.evidence
    return [_rejected(evidence.form, run, lang)] if isinstance(evidence, Bandaid) else []


def try_silencing(laboratory: Laboratory, hit: Hit, lang: Lang) -> list[Fix]:
    """The silencing that the error message seems to ask for, tried; empty where it does not apply or does no harm."""
    call = hit.cut.ledger.call if isinstance(hit.candidate, Candidate) and hit.candidate.evidence.raised else None
    tree = Project(laboratory.sources).tree(call.file) if call is not None else None
    if call is None or tree is None or hit.cut.ledger.reason != "no-grad":
        return []
    statement, loss = tree.statement_at(call.line), hit.cut.ledger.loss_name
    if statement is None or not loss.replace(".", "").isidentifier():
        return []
    form = f"{loss}.requires_grad_(True)"
    draft = Draft()
    try:
        draft.before(tree, statement, form)
        outcome = laboratory.attempt(draft.texts())
    except (NotApplicable, cst.ParserSyntaxError):
        return []
    fault = any(each.rule.check == "bandaid" for each in outcome.loud)
    return [_rejected(form, outcome.run, lang)] if outcome.run.exception is None and fault else []


def _rejected(form: str, run: Run, lang: Lang) -> Fix:
    seen = reach(run)
    counts = {"steps": seen.steps, "count": len(seen.fed), "total": len(seen.fed) + len(seen.starved)}
    told = say(lang, "silenced", form=form, **counts)
    return Fix(title=say(lang, "silenced_title", form=form), steps=[told], verification=told)
