"""The search for a repair of one finding: patches are tried, the least change first, until one is verified.

A trial that gets past the finding and shows another one behind it is carried on from there: what one patch does not
mend, the patch of what then shows may. So a silenced loss is repaired together with the cut that the silencing hid.
"""

import difflib
import heapq
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gradhelp.blame import Hit
from gradhelp.catalog.rule import Alternative, PatchUse
from gradhelp.experiments.judge import Judgement, judge, same
from gradhelp.experiments.patching import lines_of
from gradhelp.experiments.trial import Laboratory, Outcome
from gradhelp.facts.run import Run
from gradhelp.patches.registry import drafts
from gradhelp.patches.site import Project, Site

RANKS = {"safe": 0, "maybe": 1, "placeholders": 2}
SHOWN_UNTRIED = (RANKS["safe"], RANKS["placeholders"])
"""What may not be meant is shown only once it was seen to work."""
DEEPEST = 4
MOST_TRIALS = 7


@dataclass(frozen=True)
class Proposal:
    """A change: whole new texts by file, and the patches that it is made of, in their order."""

    texts: Mapping[str, str]
    patches: tuple[str, ...]
    rank: int
    size: int
    """How many lines it removes and adds."""

    @property
    def cost(self) -> tuple[int, int, int]:
        """The least is tried first: what is safe before what may not be meant, then the fewest lines; of the same size
        what has come further already.
        """
        return self.rank, self.size, -len(self.patches)


@dataclass(frozen=True)
class Attempt:
    """A proposal that was run."""

    proposal: Proposal
    judgement: Judgement
    outcome: Outcome


@dataclass
class Repair:
    """All that was tried for one finding. `left` was proposed and not run."""

    hit: Hit
    attempts: list[Attempt] = field(default_factory=list)
    left: list[Proposal] = field(default_factory=list)

    @property
    def verified(self) -> Attempt | None:
        """The attempt that worked."""
        return next((attempt for attempt in self.attempts if attempt.judgement.verified), None)

    @property
    def best(self) -> Proposal | None:
        """What to show: what worked, else what was not disproved."""
        worked = self.verified
        return worked.proposal if worked else next((each for each in self.left if each.rank in SHOWN_UNTRIED), None)


class Search:
    """Searches in one laboratory until `deadline` (of time.monotonic())."""

    def __init__(self, laboratory: Laboratory, deadline: float) -> None:
        self._laboratory, self._deadline = laboratory, deadline

    def repair(self, hit: Hit, trials: int = MOST_TRIALS, way: Alternative | None = None) -> Repair:
        """Try what the rule of `hit` knows, or the edits of one of its alternatives in their own order; at most
        `trials` runs."""
        found = Repair(hit)
        proposed = self.proposals(
            self._laboratory.first.run, hit, uses=hit.rule.patches if way is None else way.patches
        )
        waiting = [(p.cost, n, p) for n, p in enumerate(proposed)]
        if way is not None:
            waiting = [((p.rank, n, 0), n, p) for _, n, p in waiting]
        heapq.heapify(waiting)
        seen = {_key(proposal) for _, _, proposal in waiting}
        while waiting and found.verified is None and len(found.attempts) < trials and self.goes_on:
            _, _, proposal = heapq.heappop(waiting)
            if proposal.rank == RANKS["placeholders"]:
                found.left.append(proposal)
                continue
            attempt = self._try(proposal, hit)
            found.attempts.append(attempt)
            for further in self._behind(attempt, hit):
                if _key(further) not in seen:
                    seen.add(_key(further))
                    heapq.heappush(waiting, (further.cost, len(seen) + 1000, further))
        found.left += [proposal for _, _, proposal in sorted(waiting) if not found.attempts]
        return found

    @property
    def goes_on(self) -> bool:
        """Whether there is time for another trial."""
        return not self._laboratory.cancelled and time.monotonic() < self._deadline

    def proposals(
        self, run: Run, hit: Hit, after: Proposal | None = None, uses: Sequence[PatchUse] = ()
    ) -> Iterator[Proposal]:
        """What the edits `uses` propose, on top of what was changed already."""
        site = Site(run, hit.candidate, Project(run.recording.sources))
        for use in uses:
            for drafted in drafts(use.id, site):
                texts = {**(after.texts if after else {}), **drafted.texts}
                rank = max(RANKS[use.applicability], after.rank if after else 0)
                patches = (*(after.patches if after else ()), use.id)
                yield Proposal(texts, patches, rank, changed_lines(self._laboratory.sources, texts))

    def _try(self, proposal: Proposal, hit: Hit) -> Attempt:
        outcome = self._laboratory.attempt(proposal.texts)
        return Attempt(proposal, judge(self._laboratory.first, outcome, hit), outcome)

    def _behind(self, attempt: Attempt, hit: Hit) -> Iterator[Proposal]:
        """What the trial showed instead of the finding, mended as well."""
        if attempt.judgement.verified or len(attempt.proposal.patches) >= DEEPEST:
            return
        nexts = [each for each in attempt.outcome.loud if same(each) != same(hit)]
        for each in nexts[:1]:
            around = [use for way in each.rule.alternatives for use in way.patches]
            yield from self.proposals(attempt.outcome.run, each, attempt.proposal, each.rule.patches or around)


def mends_too(repair: Repair, hit: Hit) -> bool:
    """Whether the repair of another finding was seen to leave nothing of this one."""
    worked = repair.verified
    return worked is not None and same(hit) not in {same(each) for each in worked.outcome.loud}


def changed_lines(sources: Mapping[str, str], texts: Mapping[str, str]) -> int:
    """How many lines are removed or added."""
    return sum(
        1
        for file, text in texts.items()
        for line in difflib.ndiff(sources.get(file, "").splitlines(), text.splitlines())
        if line[:1] in "+-"
    )


def unified(sources: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """The change as a unified diff, the files in their order."""
    parts: list[str] = []
    for file in sorted(texts):
        before, after = (lines_of(text) for text in (sources.get(file, ""), texts[file]))
        parts.extend(difflib.unified_diff(before, after, f"a/{file}", f"b/{file}", n=2))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in parts)


def _key(proposal: Proposal) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(proposal.texts.items()))
