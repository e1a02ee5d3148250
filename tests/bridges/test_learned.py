"""The environment with a learned gradient: the simulator's values, and a derivative near the true one where it has seen enough."""

import gymnasium as gym
import pytest
import torch

from gradhelp.bridges.learned import LearnedEnv
from gradhelp.bridges.mujoco import TorchEnv


def slope(env, steps=5):
    """The derivative of a sum of squared observations by one action that is held over some steps, and the sum."""
    obs, _ = env.reset(seed=1)
    action = torch.full(env.action_space.shape, 0.1, requires_grad=True)
    total = torch.zeros(())
    for _ in range(steps):
        obs, *_ = env.step(action)
        total = total + obs.square().sum()
    return torch.autograd.grad(total, action)[0].item(), total.item()


def test_the_values_are_the_simulators_and_the_gradient_is_near_mujocos():
    learned, value = slope(LearnedEnv("InvertedPendulum-v5"))
    exact, true_value = slope(TorchEnv("InvertedPendulum-v5"))
    assert value == pytest.approx(true_value, rel=1e-5)
    # The model explains 97 % of the variance; its slope over five steps has no reason to be better than that.
    assert learned == pytest.approx(exact, rel=0.05)


def test_one_step_has_the_derivative_of_the_equations():
    env = LearnedEnv("Pendulum-v1")
    assert env.error < 0.01
    env.reset(seed=3)
    torque = torch.tensor([0.5], requires_grad=True)
    obs, reward, *_ = env.step(torque)
    # Gymnasium's pendulum: the angular velocity grows by 3 / (m l^2) * torque * dt = 0.15 of the torque.
    assert torch.autograd.grad(obs[2], torque, retain_graph=True)[0].item() == pytest.approx(0.15, rel=0.05)
    assert reward.requires_grad


def test_outside_the_bounds_the_action_has_no_gradient():
    env = LearnedEnv("Pendulum-v1", transitions=64)
    env.reset(seed=0)
    torque = torch.tensor([5.0], requires_grad=True)
    obs, *_ = env.step(torque)
    assert torch.autograd.grad(obs.sum(), torque)[0].item() == 0.0


def test_it_is_the_same_again_and_leaves_the_programs_random_numbers_alone():
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    first = slope(LearnedEnv("Pendulum-v1", transitions=64))
    assert torch.rand(1) == expected
    assert slope(LearnedEnv("Pendulum-v1", transitions=64)) == first


def test_what_it_cannot_learn_is_refused():
    with pytest.raises(ValueError, match="continuous"):
        LearnedEnv("CartPole-v1")
    with pytest.raises(RuntimeError, match="reset"):
        LearnedEnv(lambda: gym.make("Pendulum-v1"), transitions=8).step(torch.zeros(1))
