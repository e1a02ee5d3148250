"""Which cut to blame: several values feed a loss, and many are cut on purpose.

Within one loss the likeliest path decides (see `facts.graph`); on one path the rules' own order does: a simulator
outranks the conversions around it, stored values outrank the no_grad under which they were made, no_grad outranks what
happens in it, a conversion outranks a needless detach. In a silent program the silenced loss comes first, then what
it hides. What else is true of the path is handed on as a note.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gradhelp.catalog import Rule
from gradhelp.checks import Candidate, Sighting
from gradhelp.model.diagnosis import Severity
from gradhelp.model.evidence_training import StaleLogProb

MAX_NOTES = 4
LIKELY = 50
"""Paths dearer than this beyond the cheapest are meant to be constant: not mentioned at all."""

CONSEQUENCES = frozenset({"zero-gradients", "none-gradients", "backward-missing"})
"""Silent faults that a cut brings about: beside one they are no errors of their own."""


@dataclass(frozen=True)
class Hit:
    """A rule's check found something."""

    rule: Rule
    candidate: Candidate | Sighting

    @property
    def cut(self) -> Candidate:
        """The candidate of a cut."""
        assert isinstance(self.candidate, Candidate)
        return self.candidate

    @property
    def place(self) -> tuple[str, str, int]:
        """What makes two hits the same finding."""
        where = self.candidate.evidence.where
        return self.rule.id, where.file, where.line


def order(hits: Iterable[Hit]) -> list[tuple[Hit, Severity]]:
    """Hits as they are to be reported, each place once: what raised the error, cuts, then what was silent."""
    found = list(hits)
    cuts = _cuts(hit for hit in found if isinstance(hit.candidate, Candidate))
    sightings = _sightings(hit for hit in found if isinstance(hit.candidate, Sighting))
    raised = [pair for pair in sightings if pair[0].candidate.evidence.raised]
    silent = [pair for pair in sightings if pair not in raised]
    evidences = [hit.candidate.evidence for hit, _ in silent]
    # A ratio of stored log-probabilities is a fault with a name of its own: that they are stored is part of it.
    told = {e.backward_line for e in evidences if isinstance(e, StaleLogProb) and e.reason == "new-is-stored"}
    cuts = [
        (hit, "note" if _lives(hit) and hit.cut.ledger.backward_line in told else severity) for hit, severity in cuts
    ]
    if told or any(severity != "note" for _, severity in cuts):
        silent = [(hit, "note" if hit.rule.check in CONSEQUENCES else severity) for hit, severity in silent]
    return sorted([*raised, *cuts, *silent], key=lambda pair: pair[1] == "note")


def _lives(hit: Hit) -> bool:
    """Whether the loss behind a cut has a gradient all the same: one of its terms is dead, or one of its inputs."""
    loss = hit.cut.ledger.loss
    return loss is not None and loss.live


def _sightings(hits: Iterable[Hit]) -> list[tuple[Hit, Severity]]:
    result: dict[tuple[str, str, int], tuple[Hit, Severity]] = {}
    for hit in sorted(hits, key=lambda h: (h.candidate.evidence.raised is False, h.rule.order)):
        result.setdefault(hit.place, (hit, "note" if hit.candidate.mild else hit.rule.severity))
    return list(result.values())


def _cuts(hits: Iterable[Hit]) -> list[tuple[Hit, Severity]]:
    """Per loss one error, then notes."""
    result: list[tuple[Hit, Severity]] = []
    seen: set[tuple[str, str, int]] = set()
    by_ledger: dict[int, list[Hit]] = {}
    for hit in hits:
        if isinstance(hit.candidate, Candidate):
            by_ledger.setdefault(hit.cut.ledger.number, []).append(hit)
    for number in sorted(by_ledger):
        for hit, severity in _of_one_loss(by_ledger[number]):
            if hit.place not in seen:
                seen.add(hit.place)
                result.append((hit, severity))
    errors = [pair for pair in result if pair[1] != "note"]
    notes = [pair for pair in result if pair[1] == "note"]
    return errors + notes[:MAX_NOTES]


def _of_one_loss(hits: list[Hit]) -> list[tuple[Hit, Severity]]:
    """What silences the error comes first; what stands on its line is removed with it."""
    bandaids = [hit for hit in hits if hit.rule.check == "bandaid"]
    silenced = {hit.place[1:] for hit in bandaids}
    others = sorted((hit for hit in hits if hit not in bandaids and hit.place[1:] not in silenced), key=_rank)
    cheapest = min((hit.cut.cost for hit in others), default=0)
    likely = [hit for hit in others if hit.cut.cost <= cheapest + LIKELY]
    result: list[tuple[Hit, Severity]] = [(hit, hit.rule.severity) for hit in bandaids[:1]]
    for position, hit in enumerate(likely):
        result.append((hit, hit.rule.severity if position == 0 and not hit.cut.mild else "note"))
    return result


def _rank(hit: Hit) -> tuple[bool, int, int, int, int]:
    """Cheapest path, then the rules' order, then the shorter path, then what is nearer to the parameters."""
    candidate = hit.cut
    length = len(candidate.path.nodes) if candidate.path else 0
    return candidate.mild, candidate.cost, hit.rule.order, length, -candidate.position
