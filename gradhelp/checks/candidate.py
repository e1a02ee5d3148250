"""What every check hands on, and the part of the evidence that all cuts share."""

from dataclasses import dataclass
from typing import Any

from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import CutEvidence
from gradhelp.model.span import Span


@dataclass(frozen=True)
class Candidate:
    """One place that a check would blame. `path` is None where the finding stands on something other than a path.

    `position` counts from the loss along the path. `mild` marks what is true but not the fault.
    """

    evidence: CutEvidence
    ledger: Ledger
    path: Path | None = None
    position: int = 0
    mild: bool = False

    @property
    def cost(self) -> int:
        """How unlikely it is that the gradient was meant to come this way."""
        return self.path.cost if self.path else 0


def common(run: Run, ledger: Ledger, where: Span, path: Path | None, position: int = 0) -> dict[str, Any]:
    """The fields of `CutEvidence`, for a cut at `where` on `path`."""
    alive = path.alive if path else None
    return {
        "where": where,
        "value": _value(path, position) if path else (ledger.loss_name or where.code),
        "loss": ledger.loss_name,
        "loss_line": ledger.loss_span.line if ledger.loss_span else 0,
        "backward_line": ledger.backward_line,
        "networks": run.networks_of(ledger),
        "producer": alive.span.code if alive and alive.span else "",
        "producer_line": alive.span.line if alive and alive.span else 0,
        "raised": ledger.raised,
    }


def _value(path: Path, position: int) -> str:
    """The user's name for what lost its gradient at `position`: what went in there, else what came out."""
    node = path.nodes[position]
    before = path.nodes[position + 1] if position + 1 < len(path.nodes) else path.alive
    for candidate in (before, path.alive, node):
        if candidate.name:
            return candidate.name
    for candidate in (before, path.alive, node):
        if candidate.span is not None:
            return candidate.span.code
    return "the value"


def spot(node: Node) -> Span:
    """The span of a node that is known to have one."""
    assert node.span is not None
    return node.span
