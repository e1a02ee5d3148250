"""Gradient estimates that need no derivative of the simulator: against derivatives, where there is one."""

import pytest
import torch
from torch import Tensor, nn

from gradhelp.bridges.evolution import estimate_gradients
from gradhelp.bridges.score_function import explore, surrogate


def quadratic(net: nn.Linear) -> Tensor:
    return (net(torch.arange(3.0).double()) - 1.0).square().sum()


@pytest.fixture
def net() -> nn.Linear:
    torch.manual_seed(0)
    return nn.Linear(3, 2).double()


@pytest.mark.parametrize("signs", [False, True])
def test_one_pair_is_the_slope_in_its_direction(net: nn.Linear, signs: bool) -> None:
    """Exact for a quadratic: the estimate is the direction times the gradient's part along it."""
    exact = torch.autograd.grad(quadratic(net), list(net.parameters()))
    before = [p.detach().clone() for p in net.parameters()]
    value = estimate_gradients(
        net, lambda: quadratic(net), pairs=1, sigma=0.1, signs=signs, generator=torch.Generator().manual_seed(5)
    )
    generator = torch.Generator().manual_seed(5)
    noise = [torch.randn(p.shape, generator=generator, dtype=p.dtype) for p in net.parameters()]
    directions = [n.sign() for n in noise] if signs else noise
    slope = sum((d * g).sum() for d, g in zip(directions, exact, strict=True))
    for parameter, direction, old in zip(net.parameters(), directions, before, strict=True):
        assert torch.allclose(parameter.grad, slope * direction, rtol=1e-9)
        assert torch.equal(parameter, old)
    assert not value.requires_grad


def test_many_pairs_are_the_gradient_and_frozen_parameters_stay(net: nn.Linear) -> None:
    exact = torch.autograd.grad(quadratic(net), net.weight)[0]
    net.bias.requires_grad_(False)
    generator = torch.Generator().manual_seed(0)
    estimate_gradients(net, lambda: quadratic(net), pairs=2000, generator=generator)
    assert float(nn.functional.cosine_similarity(net.weight.grad.flatten(), exact.flatten(), dim=0)) > 0.99
    assert net.bias.grad is None
    once = net.weight.grad.clone()
    estimate_gradients([net.weight], lambda: quadratic(net), pairs=1, generator=generator)
    assert not torch.equal(net.weight.grad, once), "it adds, as backward does"


def test_a_loss_that_fails_leaves_the_parameters_as_they_were(net: nn.Linear) -> None:
    before = net.weight.detach().clone()
    with pytest.raises(ZeroDivisionError):
        estimate_gradients(net, lambda: 1 / 0)
    assert torch.equal(net.weight, before)
    with pytest.raises(ValueError, match="positive sigma"):
        estimate_gradients(net, lambda: 0.0, sigma=0.0)


def test_both_ends_of_a_pair_meet_the_same_noise(net: nn.Linear) -> None:
    estimate_gradients(net, lambda: 1e6 * torch.rand(()), pairs=3)
    assert net.weight.grad.abs().max() == 0.0


def episodes(mean: Tensor, count: int) -> tuple[list[Tensor], list[Tensor]]:
    """Two pushes; each costs the squared distance of the place it leads to from 1."""
    place = torch.zeros(count, dtype=torch.float64)
    log_probs, costs = [], []
    for _ in range(2):
        action, log_prob = explore(mean.expand(count, 1), 0.5)
        assert not action.requires_grad
        place = place + action.squeeze(-1)
        log_probs.append(log_prob)
        costs.append((place - 1).square())
    return log_probs, costs


def test_the_score_function_is_the_gradient_of_the_expected_cost() -> None:
    torch.manual_seed(0)
    mean = torch.tensor([0.2], dtype=torch.float64, requires_grad=True)
    loss = surrogate(*episodes(mean, 40_000))
    loss.backward()
    # expected cost: (m - 1)^2 + s^2 + (2 m - 1)^2 + 2 s^2
    assert float(mean.grad) == pytest.approx(2 * (0.2 - 1) + 4 * (2 * 0.2 - 1), rel=0.03)
    assert loss.item() == pytest.approx((0.2 - 1) ** 2 + (2 * 0.2 - 1) ** 2 + 3 * 0.25, rel=0.03)


def test_one_episode_discounted_by_hand() -> None:
    log_probs = [torch.tensor(float(number), requires_grad=True) for number in range(3)]
    loss = surrogate(log_probs, [1.0, 2.0, 4.0], discount=0.5)
    loss.backward()
    assert loss.item() == 3.0
    assert [float(one.grad) for one in log_probs] == [3.0, 2.0, 1.0]
    with pytest.raises(ValueError, match=r"got \(3,\) and \(2,\)"):
        surrogate(log_probs, [1.0, 2.0])
