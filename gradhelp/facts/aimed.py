"""Whom a backward call was to train: the optimizer that was cleared for it.

Several losses of one program share values (a temperature, a log-probability), and each takes the others' as constants.
Which of the cuts in a dead loss is the fault depends on whose loss it is.
"""

from typing import Any

from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node

ELSEWHERE = 200
"""What it costs that a path comes from none of the parameters that were cleared for this backward."""


def aimed_at(
    ledger: dict[str, Any], loss: Node | None, events: tuple[dict[str, Any], ...], held: dict[int, tuple[int, ...]]
) -> frozenset[int]:
    """The parameters, by number, whose optimizers were cleared for this backward; empty where that is not known."""
    number = next((position for position, event in enumerate(events) if event is ledger), 0)
    moments = (event for event in events[:number] if event.get("event") == "moment")
    before = [moment for moment in moments if moment.get("what") != "before_backward"]
    cleared: set[int] = set()
    for position in range(len(before) - 1, -1, -1):
        moment = before[position]
        if moment.get("what") != "zero_grad":
            break
        optimizer = moment.get("optimizer")
        late = loss is not None and int(moment.get("ordinal") or 0) >= loss.ordinal
        if optimizer in held and (late or not _clears_up(before[:position], optimizer)):
            cleared.update(held[optimizer])
    return frozenset(cleared)


def _clears_up(before: list[dict[str, Any]], optimizer: int) -> bool:
    """Whether what came before this clearing was the optimizer's own step: then it may belong to that one."""
    last = next((moment for moment in reversed(before) if moment.get("what") != "zero_grad"), None)
    return last is None or (last.get("what") == "step" and last.get("optimizer") == optimizer)


def repriced(paths: list[Path], fed: list[set[int]], aim: frozenset[int]) -> list[Path]:
    """The paths, dearer where the parameters behind them (`fed`, path by path) are known and others than those aimed at."""
    if not aim:
        return paths
    return [
        Path(path.nodes, path.alive, path.cost + ELSEWHERE) if numbers and not numbers & aim else path
        for path, numbers in zip(paths, fed, strict=True)
    ]
