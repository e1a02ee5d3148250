"""The loss needs what a simulator returned; the nearest such call to the loss is blamed."""

from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.candidate import Candidate, common, spot
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node, Visit
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import SimulatorStep
from gradhelp.model.span import Frozen, Span

Evidence = SimulatorStep
NUMERIC = ("array", "number")
Call = Literal["step", "reset", "other"]


class Params(Frozen):
    """`receivers` are dotted class names, `methods` what is called on them, `functions` dotted function names."""

    receivers: list[str]
    methods: list[str]
    functions: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            found = _nearest(path, params)
            if found is not None:
                yield _candidate(run, ledger, path, *found)


def _nearest(path: Path, params: Params) -> tuple[int, Span, Node | Visit] | None:
    for position, node in enumerate(path.nodes):
        if node.span is not None and _is_simulator(node, params):
            return position, node.span, node
        for visit in node.stored:
            if position and path.nodes[position - 1].value == "object" and _drives(visit, params):
                return position, visit.span, visit
    for position, node in enumerate(path.nodes):
        for visit in node.taken:
            if _through_own_environment(path, position, visit, params):
                return position, visit.span, visit
    return None


def _drives(visit: Visit, params: Params) -> bool:
    """Whether a value was handed to a simulator by a call that gives nothing back (`env.do_simulation(a, 5)`)."""
    named = visit.attr in params.methods or "simul" in visit.attr.lower() or "step" in visit.attr.lower()
    return visit.op == "call" and named and bool(set(params.receivers).intersection(visit.receiver))


def _is_simulator(node: Node, params: Params) -> bool:
    if node.is_call(params.functions, params.methods, params.receivers):
        return True
    # an unknown simulator: a library object's step() that hands out numbers
    return (
        node.op == "call"
        and node.attr == "step"
        and node.value in NUMERIC
        and bool(node.receiver)
        and not node.on_tensor
    )


def _through_own_environment(path: Path, position: int, visit: Visit, params: Params) -> bool:
    """A step of the user's own environment, the inside of which leaves torch, or never was in it."""
    if visit.attr not in params.methods or visit.op != "call" or not visit.receiver:
        return False
    if set(params.receivers).intersection(visit.receiver):
        return any(node.value in NUMERIC for node in path.nodes[position:])
    return _is_numeric_class(path.nodes[position:], visit.receiver[0].rpartition(".")[2])


def _is_numeric_class(inside: tuple[Node, ...], name: str) -> bool:
    """Whether all that `name` does on the path is done with numbers, and with numbers it was given."""
    own = [node for node in inside if node.function.partition(".")[0] == name]
    entering = [node for node in inside[len(own) :] if node.function.partition(".")[0] != name]
    numeric = all(node.value in NUMERIC or node.span is None for node in (*own, *entering[:1]))
    return bool(own) and bool(entering) and numeric


def _candidate(run: Run, ledger: Ledger, path: Path, position: int, where: Span, what: Node | Visit) -> Candidate:
    receiver = what.receiver
    method = what.attr or (what.called if isinstance(what, Node) else "")
    name = receiver[0].rpartition(".")[2] if receiver else (what.callee if isinstance(what, Node) else "simulator")
    call: Call = "reset" if method == "reset" else "step" if "step" in method.lower() else "other"
    inner = path.nodes[position + 1] if position + 1 < len(path.nodes) else path.alive
    evidence = SimulatorStep(
        **common(run, ledger, where, path, position),
        simulator=name,
        call=call,
        vectorised=any("vector" in cls.lower() or "VecEnv" in cls for cls in receiver),
        action=spot(inner).code if inner.span else "",
        result=path.nodes[position].name,
    )
    return Candidate(evidence, ledger, path, position)
