"""Which place a repair that worked may be put before; no program is run here."""

from types import SimpleNamespace

import pytest

from gradhelp.blame import Hit
from gradhelp.catalog import load_rules
from gradhelp.checks import Candidate
from gradhelp.experiments.choice import open_rivals
from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import node_of

RULES = {rule.id: rule for rule in load_rules()}


def node(number, code, *operands, op="call", live=False):
    span = {"file": "a.py", "line": number + 1, "column": 1, "end_line": number + 1, "end_column": 9, "code": code}
    value = {"id": number, "span": span, "op": op, "value": "tensor", "operands": list(operands), "live": live}
    return node_of(value | {"ordinal": 100 - number, "requires_grad": live})


def two_ways(code):
    """A simulator's cost and a detached effort, joined by `code`."""
    nodes = [node(0, code, 1, 2, op="operator"), node(1, "env.step(a)", 3), node(2, "u.detach()", 3)]
    graph = LedgerGraph([*nodes, node(3, "net(x)", live=True)], {})
    ledger = SimpleNamespace(graph=graph)
    ways = {path.frontier.id: path for path in graph.paths(nodes[0])}

    def hit(rule, at):
        evidence = SimpleNamespace(where=nodes[at].span)
        return Hit(RULES[rule], Candidate(evidence, ledger, ways[at], 1))

    return hit("env-step-boundary", 1), hit("detach-call", 2)


@pytest.mark.parametrize(("code", "rivals"), [("cost + effort", 0), ("cost / effort", 1)])
def test_one_term_of_a_sum_that_comes_alive_says_nothing_of_a_simulator_in_another(code, rivals):
    simulator, detach = two_ways(code)
    assert len(list(open_rivals(simulator, [simulator, detach]))) == rivals
