"""What checks outside the family `cut` hand on, and how they look at the error of a run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gradhelp.facts.failure import Failure
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import Observation


@dataclass(frozen=True)
class Sighting:
    """One place that a check points at. `mild` marks what is true but not the fault."""

    evidence: Observation
    mild: bool = False


def matching(run: Run, pattern: str, types: str = "") -> Iterator[tuple[Failure, re.Match[str]]]:
    """The errors of the run (or behind its error) whose message contains `pattern`."""
    for failure in run.failures:
        found = re.search(pattern, failure.message)
        if found and (not types or failure.type in types.split()):
            yield failure, found
            return


def living_nodes(ledger: Ledger) -> list[Node]:
    """What the gradient of this loss really flows through: reached from the loss by living values alone."""
    loss = ledger.loss
    return list(ledger.graph.behind(loss, lambda node: node.live)) if loss is not None and loss.live else []


def loss_of(run: Run) -> tuple[str, int]:
    """The user's name of the loss whose backward failed, and the line of that backward."""
    for ledger in reversed(run.ledgers):
        if ledger.reason == "backward-error":
            return ledger.loss_name, ledger.backward_line
    return "loss", 0
