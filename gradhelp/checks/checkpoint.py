"""Reentrant activation checkpointing of inputs none of which requires a gradient."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common, spot
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node
from gradhelp.facts.partial import starved
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import Checkpoint
from gradhelp.model.span import Frozen, Span

Evidence = Checkpoint
MODE = "torch.utils.checkpoint"


class Params(Frozen):
    """`functions`: dotted names of the checkpointing functions."""

    functions: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            for position, where, inside in _checkpointed(run, path, params):
                evidence = Checkpoint(**common(run, ledger, where, path, position), function=inside)
                yield Candidate(evidence, ledger, path, position)
        for node in ledger.nodes:
            if not node.is_call(params.functions) or not node.grad_enabled or ledger.paths:
                continue
            if not node.live or _starves(run, ledger, node):
                yield Candidate(
                    Checkpoint(**common(run, ledger, spot(node), None), function=_inside(spot(node))), ledger
                )


def _checkpointed(run: Run, path: Path, params: Params) -> Iterator[tuple[int, Span, str]]:
    for position, node in enumerate(path.nodes):
        if node.is_call(params.functions) and node.span is not None:
            yield position, node.span, _inside(node.span)
        elif node is path.frontier and node.off_mode == MODE and node.off is not None:
            where = _call_at(run, node)
            yield position, where, _inside(where)


def _starves(run: Run, ledger: Ledger, node: Node) -> bool:
    """Whether segments of what was checkpointed are never trained though the last one, which runs plain, is."""
    hungry = starved(run.timeline)
    sources = (o.trainable for o in ledger.graph.operands(node) if o.is_source and o.trainable is not None)
    return any(hungry.intersection(trainable.numbers) for trainable in sources)


def _call_at(run: Run, node: Node) -> Span:
    assert node.off is not None
    source = run.sources.get(node.off.file)
    found = source.switch_statement(node.off.line) if source else None
    return found[1] if found else node.off


def _inside(where: Span) -> str:
    """What was checkpointed: the first argument, as written."""
    arguments = where.code.partition("(")[2]
    return arguments.split(",")[0].strip(" )") or where.code
