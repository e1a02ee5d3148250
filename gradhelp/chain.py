"""The chain of a finding: from the parameters to the loss, one link an expression, in the order of the data flow."""

from gradhelp.checks import Candidate
from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.diagnosis import ChainLink, Role
from gradhelp.model.span import Span

MAX_ALIVE = 6
MAX_LINKS = 24


def chain_of(run: Run, candidate: Candidate) -> list[ChainLink]:
    """Source to loss. Without a path: what is known of the loss."""
    ledger, path = candidate.ledger, candidate.path
    links: list[ChainLink] = []
    if path is None:
        dead = [ledger.loss] if ledger.loss is not None else []
        before = _living(ledger.graph, ledger.loss) if ledger.loss is not None else []
    else:
        dead = list(reversed(path.nodes))
        before = _living(ledger.graph, path.alive, include=True)
    links.extend(_source(run, ledger))
    links.extend(_link(node, "carries") for node in before if node.span is not None)
    links.extend(_dead_links(candidate, dead, ledger))
    return _without_repeats(links)[-MAX_LINKS:]


def _source(run: Run, ledger: Ledger) -> list[ChainLink]:
    """Where the trainable parameters are handed to the optimizer."""
    wanted = set(run.networks_of(ledger))
    for optimizer in run.optimizers:
        if optimizer.span is not None and (not wanted or wanted.intersection(optimizer.owners)):
            span = optimizer.span
            return [ChainLink(file=span.file, line=span.line, code=span.code, requires_grad=True, role="source")]
    return []


def _living(graph: LedgerGraph, node: Node, include: bool = False) -> list[Node]:
    """Living values that lead to `node`, nearest to the parameters first."""
    found = [node] if include and not node.is_source else []
    current = node
    while len(found) < MAX_ALIVE:
        following = next((o for o in graph.operands(current) if o.live and not o.is_source), None)
        if following is None:
            break
        found.append(following)
        current = following
    return list(reversed(found))


def _dead_links(candidate: Candidate, dead: list[Node], ledger: Ledger) -> list[ChainLink]:
    where, links = candidate.evidence.where, []
    placed = False
    for node in dead:
        if node.span is None:
            continue
        here = _same(node.span, where)
        placed = placed or here
        first = node is dead[0] and candidate.path is not None
        role: Role = "loss" if node is ledger.loss else "cut" if here or (first and not placed) else "lost"
        links.append(_link(node, "cut" if here else role))
        taken = next((visit.span for visit in node.taken if _same(visit.span, where)), None)
        if taken is not None and not placed:
            placed = True
            links.append(ChainLink(file=taken.file, line=taken.line, code=taken.code, requires_grad=False, role="cut"))
    if not placed:
        link = ChainLink(file=where.file, line=where.line, code=where.code, requires_grad=False, role="cut")
        links.insert(0, link)
    return links


def _same(a: Span, b: Span) -> bool:
    return (a.file, a.line, a.column, a.code) == (b.file, b.line, b.column, b.code)


def _link(node: Node, role: Role) -> ChainLink:
    assert node.span is not None
    return ChainLink(
        file=node.span.file,
        line=node.span.line,
        code=node.span.code,
        requires_grad=node.requires_grad,
        grad_fn=node.grad_fn,
        role=role,
    )


def _without_repeats(links: list[ChainLink]) -> list[ChainLink]:
    """Loops pass the same expression many times: the first passage stands for all."""
    kept: dict[tuple[str, int, str, str], ChainLink] = {}
    for link in links:
        kept.setdefault((link.file, link.line, link.code, link.role), link)
    return list(kept.values())
