"""One environment with Gymnasium's calls: the same numbers as Gymnasium's own, and a gradient through them."""

import gymnasium as gym
import numpy as np
import pytest
import torch

from gradhelp.bridges.mujoco import TorchEnv

ID = "InvertedPendulum-v5"


def test_it_goes_where_gymnasium_goes():
    own, ours = gym.make(ID), TorchEnv(ID, max_episode_steps=4)
    assert ours.action_space == own.action_space
    expected, _ = own.reset(seed=3)
    seen, info = ours.reset(seed=3)
    assert info == {}
    for number, push in enumerate((0.5, -1.0, 2.0, 0.1), 1):
        np.testing.assert_allclose(seen.double(), expected, rtol=1e-6, atol=1e-7)
        expected, reward, terminated, _, _ = own.step(np.array([push]))
        seen, paid, ended, truncated, _ = ours.step(torch.tensor([push]))
        assert (float(paid), ended, truncated) == (reward, terminated, number == 4)


def test_the_gradient_of_a_later_observation_reaches_the_first_action_and_ends_at_a_reset():
    env = TorchEnv(ID)
    env.reset(seed=0)
    push = torch.tensor([[0.3]], requires_grad=True)
    env.step(push)
    observation, *_ = env.step(torch.zeros(1))
    (gradient,) = torch.autograd.grad(observation.square().sum(), push)
    assert gradient.shape == (1, 1)
    assert gradient.abs().item() > 1e-4
    assert not env.reset(seed=0)[0].requires_grad


def test_a_step_needs_a_reset_and_a_reset_takes_no_options():
    env = TorchEnv(ID)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(torch.zeros(1))
    with pytest.raises(ValueError, match="options"):
        env.reset(options={"start": 1})
