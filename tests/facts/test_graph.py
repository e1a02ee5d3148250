"""The search for the cut: which paths there are, and which of them is the likelier."""

import pytest
from small_ledgers import binary, frontiers, graph, living, network, value

from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.prices import (
    BEYOND_NETWORK,
    BOOTSTRAP,
    CHOICE,
    DATA,
    EARLIER,
    INDEX,
    NOT_HELD,
    OLD_LOG_PROB,
    WEIGHT,
)


def only_cost(found: LedgerGraph) -> int:
    (path,) = found.paths(found.nodes[0])
    return path.cost


def test_a_path_ends_where_a_living_value_gave_a_dead_one() -> None:
    found = graph(value("h.mean()", 1), value("a.detach()", 2), living("net(x)", 3), network())
    (path,) = found.paths(found.nodes[0])
    assert [node.id for node in path.nodes] == [0, 1]
    assert path.alive.id == 2
    assert path.cost == 0


def test_a_network_that_ran_with_gradients_off_is_an_end() -> None:
    found = graph(value("h.mean()", 1), value("net(x)", 2, grad_enabled=False), network())
    (path,) = found.paths(found.nodes[0])
    assert path.frontier.id == 1
    assert path.alive.is_source


def test_a_frozen_network_is_no_end() -> None:
    found = graph(value("h.mean()", 1), value("net(x)", 2, grad_enabled=False), network(requires_grad=0))
    assert found.paths(found.nodes[0]) == []


def test_a_parameter_that_was_read_as_data_is_an_end() -> None:
    parameter = network() | {"value": "parameter"}
    found = graph(value("h.mean()", 1), value("self.gain.detach()", 2), parameter)
    assert frontiers(found) == ["self.gain.detach()"]


def test_a_network_that_no_optimizer_holds_costs() -> None:
    off = {"grad_enabled": False}
    assert only_cost(graph(value("net(x)", 1, **off), network(held=0))) == NOT_HELD
    assert only_cost(graph(value("net(x)", 1, **off), network())) == 0


def test_what_went_into_a_network_costs_more_than_the_network() -> None:
    found = graph(
        value("net(x)", 1, 2, grad_enabled=False),
        network(),
        value("h.detach()", 3),
        living("encoder(obs)", 4),
        network(),
    )
    costs = {path.frontier.id: path.cost for path in found.paths(found.nodes[0])}
    assert costs == {0: 0, 2: BEYOND_NETWORK}


def test_the_weight_of_a_log_probability_costs() -> None:
    found = graph(
        binary("logp * adv", 1, 2),
        value("dist.log_prob(a).detach()", 3),
        value("values.detach()", 4),
        living("dist.log_prob(a)", 5),
        living("critic(x)", 5),
        network(),
    )
    assert frontiers(found) == ["dist.log_prob(a).detach()", "values.detach()"]
    assert found.paths(found.nodes[0])[1].cost == WEIGHT


def test_old_log_probabilities_cost() -> None:
    found = graph(
        binary("new - old", 1, 2),
        value("dist.log_prob(a).detach()", 3),
        value("dist.log_prob(a).clone()", 3),
        living("dist.log_prob(a)", 4),
        network(),
    )
    assert [path.cost for path in found.paths(found.nodes[0])] == [0, OLD_LOG_PROB]


def test_a_dead_factor_beside_a_living_one_was_meant_to_be_constant() -> None:
    found = graph(
        binary("ratio * adv", 1, 2), living("ratio", 4), value("adv.detach()", 3), living("critic(x)", 4), network()
    )
    assert [path.cost for path in found.paths(found.nodes[0])] == [0, WEIGHT]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_a_simulator_paid_is_compared_with_not_trained(order: tuple[int, int]) -> None:
    reward = value("env.step(a)", 4, value="number", receiver=["gymnasium.core.Env"])
    found = graph(
        binary("q - target", *order),
        value("q.detach()", 3),
        reward,
        living("q_net(s)", 5),
        value("actor(s).tolist()", 6, value="number"),
        network(),
        living("actor(s)", 5),
    )
    assert frontiers(found)[0] == "q.detach()"
    assert found.paths(found.nodes[0])[1].cost == DATA


@pytest.mark.parametrize(
    ("left", "right", "likelier"),
    [("targets", "q", 2), ("q", "target_q", 1), ("returns", "values", 2), ("v", "y", 1), ("current", "expected", 1)],
)
def test_names_tell_a_prediction_from_its_target(left: str, right: str, likelier: int) -> None:
    found = graph(
        value("F.mse_loss(a, b)", 1, 2),
        value("a.detach()", 3, name=left),
        value("b.detach()", 3, name=right),
        living("net(x)", 4),
        network(),
    )
    assert found.paths(found.nodes[0])[0].frontier.id == likelier


def test_without_names_the_second_argument_of_a_loss_is_the_target() -> None:
    found = graph(
        value("F.mse_loss(a, b)", 1, 2), value("a.data", 3), value("b.data", 3), living("net(x)", 4), network()
    )
    assert frontiers(found)[0] == "a.data"


def test_an_estimate_added_to_a_reward_is_a_bootstrap() -> None:
    found = graph(
        binary("r + 0.9 * v", 1, 2),
        value("env.step(a)", 3, value="number"),
        value("v.item()", 4, value="number"),
        value("actor(s).numpy()", 5, value="array"),
        living("critic(s)", 6),
        living("actor(s)", 6),
        network(),
    )
    assert [path.cost for path in found.paths(found.nodes[0])] == [0, BOOTSTRAP]


@pytest.mark.parametrize(
    "action",
    [
        value("dist.sample()", 2),
        value("logits.argmax()", 2, dtype="torch.int64"),
        value("pi(s)", 2, grad_enabled=False),
    ],
)
def test_an_action_that_was_chosen_is_not_what_a_loss_follows(action: dict[str, object]) -> None:
    found = graph(value("env.step(a)", 1, value="array"), action, living("pi(s)", 3), network())
    assert only_cost(found) == CHOICE


def test_an_index_is_no_way_for_a_gradient() -> None:
    found = graph(
        value("q.gather(1, a)", 1, 2),
        value("q.detach()", 3),
        value("q.argmax(1)", 3, dtype="torch.int64"),
        living("net(x)", 4),
        network(),
    )
    costs = {path.frontier.id: path.cost for path in found.paths(found.nodes[0])}
    assert costs == {1: 0, 2: INDEX}


def test_values_older_than_the_last_step_are_data() -> None:
    raw = (value("h.mean()", 1), value("a.detach()", 2), living("net(x)", 3), network())
    assert only_cost(graph(*raw, since=999)) == EARLIER
    assert only_cost(graph(*raw, since=998)) == 0


def test_a_ring_and_a_missing_operand_do_no_harm() -> None:
    found = graph(value("a.mean()", 1, 99, -1), value("b.sum()", 0))
    assert found.paths(found.nodes[0]) == []


def test_operators_are_read_from_the_text_even_where_the_source_is_missing() -> None:
    found = graph(binary("a - b * 2"), binary("a @ b"), binary("a -"), value("f(a)"))
    assert [found.operator(node) for node in found.nodes] == ["-", "@", "", ""]
