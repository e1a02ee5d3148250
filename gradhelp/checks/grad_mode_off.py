"""The forward pass ran while gradient recording was off; the statement that switched it off is blamed."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import GradModeOff
from gradhelp.model.span import Frozen, Span

Evidence = GradModeOff
Form = Literal["with", "decorator", "call"]


class Params(Frozen):
    """`modes`: dotted names of the switches."""

    modes: list[str]


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        for path in ledger.paths:
            node = path.frontier
            if node.grad_enabled or node.span is None or (node.off_mode and node.off_mode not in params.modes):
                continue
            form, where = _statement(run, node)
            evidence = GradModeOff(
                **_fields(run, ledger, path, where),
                form=form,
                mode=node.off_mode or "torch.no_grad",
                forward=node.span.code,
                forward_line=node.span.line,
            )
            yield Candidate(evidence, ledger, path, len(path.nodes) - 1)


def _fields(run: Run, ledger: Ledger, path: Path, where: Span) -> dict[str, Any]:
    fields = common(run, ledger, where, path, len(path.nodes) - 1)
    node = path.frontier
    return fields | {"value": node.name or (node.span.code if node.span else fields["value"])}


def _statement(run: Run, node: Node) -> tuple[Form, Span]:
    """The statement behind `node.off`; the forward pass itself where no statement was seen."""
    if node.off is not None:
        source = run.sources.get(node.off.file)
        found = source.switch_statement(node.off.line) if source else None
        if found is not None:
            return cast("Form", found[0]), found[1]
        return "call", node.off
    assert node.span is not None
    return "call", node.span
