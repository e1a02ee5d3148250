"""From findings to proved findings: each gets the change that was seen to work, or what was tried and why it failed.

Invariants: what was not run is never called verified; the order of findings changes only where an experiment decides
between places that ranking alone leaves open, and never against the rules' own order on one path.
"""

import threading
import time
from dataclasses import dataclass

from gradhelp.blame import Hit
from gradhelp.catalog import Lang
from gradhelp.engine import finding_of
from gradhelp.experiments.around import ways_around
from gradhelp.experiments.choice import open_rivals, promoted
from gradhelp.experiments.search import MOST_TRIALS, Proposal, Repair, Search, mends_too, unified
from gradhelp.experiments.silencing import silenced, try_silencing
from gradhelp.experiments.told import verification
from gradhelp.experiments.trial import Laboratory, OnTrial
from gradhelp.facts.recording import Recording
from gradhelp.model.diagnosis import Finding, Fix, Severity
from gradhelp.sandbox.plan import RunPlan

SECONDS = 40.0
"""No trial begins later than this after the first."""
MOST_FINDINGS = 3
FEW_TRIALS = 3


@dataclass(frozen=True)
class Proved:
    """The findings with their fixes, and the change that the first fix shows: file → whole new text."""

    findings: list[Finding]
    change: dict[str, str]


def prove(
    plan: RunPlan,
    recording: Recording,
    lang: Lang,
    cancel: threading.Event | None = None,
    *,
    run: bool = True,
    on_trial: OnTrial | None = None,
) -> Proved:
    """Try the repairs of what was found in `recording`, a run of `plan`; with `run` false, only propose them.

    `on_trial` is called with the number of each trial that is about to be run.
    """
    laboratory = Laboratory(plan, recording, cancel, on_trial)
    search = Search(laboratory, time.monotonic() + (SECONDS if run else -1.0))
    hits = laboratory.first.hits
    repairs = _repairs(search, hits)
    if run:
        hits = _decided(search, hits, repairs)
    findings: list[Finding] = []
    best: Proposal | None = None
    for hit, severity in hits:
        made = finding_of(laboratory.first.run, hit, severity, lang)
        repair = repairs.get(id(hit))
        fixes = _fixes(made, repair, laboratory, lang, run) if repair is not None else made.fixes
        if repair is not None and not findings:
            around = ways_around(search, laboratory, hit, lang, run)
            fixes = [*around.proved, *fixes, *around.told]
            best = around.best or repair.best
            if repair.verified is None and search.goes_on:
                fixes += try_silencing(laboratory, hit, lang)
        findings.append(made.model_copy(update={"fixes": fixes}))
    return Proved(findings, dict(best.texts) if best is not None else {})


def _repairs(search: Search, hits: list[tuple[Hit, Severity]]) -> dict[int, Repair]:
    """A search for each of the first few errors and warnings; most effort goes to the first."""
    loud = [hit for hit, severity in hits if severity != "note"][:MOST_FINDINGS]
    repairs: dict[int, Repair] = {}
    for hit in loud:
        shared = next((r for r in repairs.values() if mends_too(r, hit)), None)
        repairs[id(hit)] = shared or search.repair(hit, FEW_TRIALS if repairs else MOST_TRIALS)
    return repairs


def _decided(
    search: Search, hits: list[tuple[Hit, Severity]], repairs: dict[int, Repair]
) -> list[tuple[Hit, Severity]]:
    """Where the first cut's repair failed, or another is as likely, the experiment decides which comes first."""
    first = next((hit for hit, severity in hits if severity != "note"), None)
    if first is None or repairs[id(first)].verified is not None:
        return hits
    for rival in open_rivals(first, [hit for hit, _ in hits]):
        repairs[id(rival)] = repairs.get(id(rival)) or search.repair(rival, FEW_TRIALS)
        if repairs[id(rival)].verified is not None:
            return promoted(hits, rival, first)
    return hits


def _fixes(finding: Finding, repair: Repair, laboratory: Laboratory, lang: Lang, run: bool) -> list[Fix]:
    """The fix in words gets the change that goes with it; a silencing that the program holds is shown to be none."""
    told = finding.fixes[0]
    best = repair.best
    shown = unified(laboratory.sources, best.texts) if best is not None else None
    fix = told.model_copy(
        update={
            "diff": shown,
            "verified": repair.verified is not None,
            "verification": verification(repair, lang, run),
        }
    )
    return [fix, *silenced(repair.hit, laboratory.first.run, lang)]
