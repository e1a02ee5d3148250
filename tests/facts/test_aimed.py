"""Whose loss it is: the optimizers that were cleared for a backward."""

from typing import Any

from small_ledgers import graph, living, network, value

from gradhelp.facts.aimed import ELSEWHERE, aimed_at, repriced

HELD = {0: (1, 2), 1: (7,)}
LEDGER = {"event": "ledger"}


def moment(what: str, optimizer: int | None = None, ordinal: int = 10) -> dict[str, Any]:
    return {"event": "moment", "what": what, "optimizer": optimizer, "ordinal": ordinal}


def aim(*moments: dict[str, Any], loss: int = 20) -> frozenset[int]:
    (node,) = graph(value("h.mean()", ordinal=loss)).nodes
    return aimed_at(LEDGER, node, (*moments, LEDGER, moment("zero_grad", 0)), HELD)


def test_what_was_cleared_since_the_last_backward_or_step() -> None:
    assert aim(moment("zero_grad", 0), moment("backward"), moment("zero_grad", 1)) == {7}
    assert aim(moment("backward"), moment("zero_grad", 0), moment("zero_grad", 1)) == {1, 2, 7}
    assert aim(moment("zero_grad", 1), moment("backward"), moment("step", 1)) == frozenset()
    assert aim() == frozenset()


def test_a_clearing_after_the_own_step_may_belong_to_that_step() -> None:
    behind = (moment("backward"), moment("step", 0), moment("zero_grad", 0))
    assert aim(*behind) == frozenset()
    assert aim(*behind[:2], moment("zero_grad", 0, ordinal=21)) == {1, 2}
    assert aim(*behind[:2], moment("zero_grad", 1)) == {7}


def test_paths_from_other_parameters_are_dearer_and_unknown_ones_are_not() -> None:
    made = graph(value("a.detach()", 1), living("net(x)", 2), network())
    paths = made.paths(made.nodes[0]) * 3
    costs = [path.cost for path in repriced(paths, [{1, 2}, {7}, set()], frozenset({7}))]
    assert costs == [ELSEWHERE, 0, 0]
    assert repriced(paths, [{1}, {7}, set()], frozenset()) == paths
