"""What a trial proved. That it no longer raises is not enough, nor that weights moved: the gradient must be seen.

Verified means: the run raised nothing; the finding is gone and no other error or warning is new; every term of a loss that had a
gradient still has one; and every parameter that is stepped got a finite, non-zero gradient. Where the fault is none that
takes gradients away, a parameter that had none before either is not counted: then no term of the loss is meant for it.
"""

from dataclasses import dataclass, field

from gradhelp.blame import CONSEQUENCES, Hit
from gradhelp.checks import Candidate
from gradhelp.experiments.trial import Outcome
from gradhelp.facts.matrix import Term
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import BackwardTwice

SHOWN = 3
OUTSIDE = ("array", "number")


@dataclass(frozen=True)
class Judgement:
    """`key` names the sentence that says it (see knowledge/templates/experiments.toml)."""

    verified: bool
    key: str
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Reach:
    """Which of the parameters that are stepped got what kind of gradient, by name."""

    steps: int
    fed: frozenset[str]
    starved: frozenset[str]
    broken: frozenset[str]


def same(hit: Hit) -> tuple[str, ...]:
    """What makes findings of two runs the same: lines may have moved. One backward can meet several old graphs."""
    evidence = hit.candidate.evidence
    carried = evidence.carried if isinstance(evidence, BackwardTwice) else ""
    return hit.rule.id, evidence.where.file, evidence.where.code, carried


def judge(before: Outcome, after: Outcome, hit: Hit) -> Judgement:
    """Whether the trial `after` proves the repair of `hit`, which was found in `before`."""
    run = after.run
    outcome = run.recording.process.get("outcome", "exited")
    if outcome not in ("exited", "timed-out", "stopped"):
        return Judgement(False, "not_run", {"reason": run.recording.process.get("reason") or outcome})
    if run.exception is not None:
        return _raised(run)
    code = run.end.get("exit_code", run.recording.process.get("returncode")) or 0
    if outcome == "exited" and code and not _ended_so(before.run, code):
        return Judgement(False, "exit_code", {"code": code})
    idle = frozenset() if _starves(hit) else reach(before.run).starved
    return _found(before, after, hit) or _leak(run, hit) or _term_lost(before.run, run) or _trained(run, idle)


def _raised(run: Run) -> Judgement:
    raised = run.exception or {}
    message = str(raised.get("message", "")).strip().splitlines() or [""]
    frames = [frame for frame in raised.get("frames") or () if frame.get("user")]
    values = {"error": f"{raised.get('type')}: {message[0][:160]}", "line": frames[-1]["line"] if frames else 0}
    return Judgement(False, "raises", values)


def _ended_so(run: Run, code: object) -> bool:
    """Whether the program as it is ends with that exit code too."""
    return run.exception is None and run.end.get("exit_code", 0) == code


def _found(before: Outcome, after: Outcome, hit: Hit) -> Judgement | None:
    """What the rules still have against the patched program."""
    known = {same(each) for each in before.loud}
    for each in after.loud:
        where = each.candidate.evidence.where
        values: dict[str, object] = {"rule": each.rule.id, "line": where.line, "code": where.code}
        if same(each) == same(hit):
            return Judgement(False, "still_there", values)
        if same(each) not in known:
            return Judgement(False, "new_finding", values)
    return None


def _leak(run: Run, hit: Hit) -> Judgement | None:
    """A part of the same loss that still leaves torch: the rest of it hides that from every parameter."""
    call = hit.cut.ledger.call if isinstance(hit.candidate, Candidate) else None
    for ledger in run.ledgers:
        if call is None or ledger.call is None or ledger.call.code != call.code:
            continue
        for node in ledger.nodes:
            outside = node.value in OUTSIDE and node.op == "call" and node.span is not None and not node.live
            if outside and any(o.live and o.value == "tensor" for o in ledger.graph.operands(node)):
                span = node.span or hit.candidate.evidence.where
                return Judgement(False, "leaks", {"code": span.code, "line": span.line})
    return None


def _term_lost(before: Run, after: Run) -> Judgement | None:
    """A term of a loss that had a gradient and has none any more: one part was mended at the cost of another."""
    alive = {code for matrix in before.matrices for term in matrix.terms if term.live and (code := _code(term))}
    alive -= {_code(term) for matrix in before.matrices for term in matrix.terms if not term.live}
    for matrix in after.matrices:
        for term in matrix.dead:
            # A sum that a loop adds up is one dead term, of which the living one was a piece.
            if term.span is not None and any(code in term.span.code for code in alive):
                return Judgement(False, "term_lost", {"code": term.span.code, "line": term.span.line})
    return None


def _code(term: Term) -> str:
    return term.span.code if term.span is not None else ""


def _starves(hit: Hit) -> bool:
    """Whether the fault itself is a reason for parameters to have no gradient."""
    return hit.rule.family == "cut" or hit.rule.check in CONSEQUENCES or hit.candidate.evidence.raised


def _trained(run: Run, idle: frozenset[str]) -> Judgement:
    now = reach(run)
    starved = now.starved - idle
    values: dict[str, object] = {"steps": now.steps, "count": len(now.fed), "total": len(now.fed) + len(now.starved)}
    if now.broken:
        return Judgement(False, "not_finite", values | {"names": _names(now.broken)})
    if starved:
        return Judgement(False, "starved", values | {"names": _names(starved)})
    if not now.fed:
        return Judgement(False, "nothing_trained", values)
    return Judgement(True, "verified" if now.steps else "verified_by_hand", values)


def reach(run: Run) -> Reach:
    """What arrived, at the steps of every optimizer; at the backward calls where the program steps by hand."""
    timeline = run.timeline
    moments = timeline.of("step") or timeline.of("backward")
    letters: dict[int, set[str]] = {}
    for moment in moments:
        for number, state in zip(moment.parameters, moment.states, strict=False):
            letters.setdefault(number, set()).add(state)
    frozen = _frozen(run)
    letters = {number: seen for number, seen in letters.items() if number not in frozen or "F" in seen}
    names = {number: timeline.name(number) or f"#{number}" for number in letters}
    return Reach(
        steps=sum(timeline.steps.values()) or len(timeline.of("step")),
        fed=frozenset(names[n] for n, seen in letters.items() if "F" in seen),
        starved=frozenset(names[n] for n, seen in letters.items() if "F" not in seen and "X" not in seen),
        broken=frozenset(names[n] for n, seen in letters.items() if "X" in seen),
    )


def _frozen(run: Run) -> set[int]:
    """Parameters that the program froze and did not thaw."""
    frozen: set[int] = set()
    for fact in run.frozen:
        frozen = frozen - fact.numbers if fact.requires_grad else frozen | fact.numbers
    return frozen


def _names(names: "frozenset[str] | set[str]") -> str:
    shown = sorted(names)[:SHOWN]
    return ", ".join(shown) + (" …" if len(names) > SHOWN else "")
