"""`DifferentiableEnv`: what Gymnasium's own environment returns, with the gradient of the whole rollout."""

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import torch
from gymnasium.envs.mujoco.half_cheetah_v5 import HalfCheetahEnv
from gymnasium.envs.mujoco.inverted_pendulum_v5 import InvertedPendulumEnv
from models import differences, random_actions, relative
from torch import Tensor

from gradhelp.bridges.mujoco import DifferentiableEnv, State

SMOOTH, TOUCHING = 1e-6, 1e-5  # see test_step.py


def in_double(name: str, batch: int = 1, **options: Any) -> DifferentiableEnv:
    return DifferentiableEnv(name, batch, dtype=torch.float64, **options)


def whole(env: DifferentiableEnv, rewards: bool = True) -> Callable[[Tensor], Tensor]:
    """Loss over all observations (and rewards) of a rollout in which every action depends on what was observed."""

    def loss(actions: Tensor) -> Tensor:
        observation, state = env.reset(seed=3)
        total = torch.zeros((), dtype=torch.float64)
        for action in actions:
            observation, reward, state = env.step(state, action + 0.1 * observation[:, :1].tanh())
            total = total + observation.sin().sum() + rewards * reward.sum()
        return total

    return loss


def assert_gradient(env: DifferentiableEnv, steps: int, tolerance: float) -> None:
    loss = whole(env)
    actions = random_actions(steps, env.batch, env.model.nu).requires_grad_()
    (gradient,) = torch.autograd.grad(loss(actions), actions)
    assert relative(gradient, differences(loss, actions.detach())) < tolerance


@pytest.mark.parametrize(
    ("name", "steps", "tolerance"),
    [
        ("InvertedPendulum-v5", 10, SMOOTH),
        ("InvertedDoublePendulum-v5", 5, SMOOTH),
        ("Reacher-v5", 5, SMOOTH),
        ("HalfCheetah-v5", 4, TOUCHING),
        ("Ant-v5", 1, TOUCHING),
    ],
)
def test_gradients_of_observations_and_rewards(name: str, steps: int, tolerance: float) -> None:
    assert_gradient(in_double(name), steps, tolerance)


@pytest.mark.parametrize("name", ["InvertedPendulum-v5", "Reacher-v5", "HalfCheetah-v5", "Hopper-v5"])
def test_values_are_the_environments_own_to_the_last_bit(name: str) -> None:
    plain, env = gym.make(name), in_double(name, batch=2)
    expected, _ = plain.reset(seed=6)
    observation, state = env.reset(seed=5)
    assert observation[1].tolist() == expected.tolist()
    ended = False
    for action in random_actions(40, 2, env.model.nu, scale=1.0):
        expected, reward, terminated, _, _ = plain.step(action[1].numpy())
        observation, own_reward, state = env.step(state, action)
        ended |= terminated
        assert observation[1].tolist() == expected.tolist()
        assert float(own_reward[1]) == reward
        assert bool(state.terminated[1]) == ended


def test_an_environment_that_reads_what_the_last_step_left_gets_it_up_to_date() -> None:
    """Ant measures its speed by where its torso was before; MuJoCo leaves that a substep behind."""
    plain, env = gym.make("Ant-v5"), in_double("Ant-v5")
    plain.reset(seed=0)
    observation, state = env.reset(seed=0)
    start = state
    forward = 0.0
    for action in random_actions(20, 1, 8):
        plain.step(action[0].numpy())
        observation, reward, state = env.step(state, action)
        forward += float(reward) - 1.0 + 0.5 * float(action.square().sum())
    assert state.qpos[0].tolist() == plain.unwrapped.data.qpos.tolist()
    assert observation[0, :13].tolist() == plain.unwrapped.data.qpos[2:].tolist()
    moved = float((state.qpos - start.qpos)[0, 0])
    assert forward * 0.05 == pytest.approx(moved, abs=0.05)


def cheetah_view(state: State) -> Tensor:
    return torch.cat([state.qpos[:, 1:], state.qvel], dim=1)


def cheetah_reward(before: State, action: Tensor, after: State) -> Tensor:
    return (after.qpos[:, 0] - before.qpos[:, 0]) / 0.05 - 0.1 * action.square().sum(-1)


@pytest.mark.parametrize("given", [{"observe": cheetah_view}, {"observe": cheetah_view, "reward": cheetah_reward}])
def test_torch_functions_say_the_same_as_the_environment(given: dict[str, Any]) -> None:
    actions = random_actions(3, 2, 6).requires_grad_()
    losses = [whole(in_double("HalfCheetah-v5", 2, **options))(actions) for options in ({}, given)]
    gradients = [torch.autograd.grad(loss, actions)[0] for loss in losses]
    assert losses[0].item() == pytest.approx(losses[1].item(), rel=1e-12)
    assert relative(gradients[1], gradients[0]) < SMOOTH


def test_an_end_is_told_and_stays() -> None:
    env = DifferentiableEnv(
        "InvertedPendulum-v5",
        observe=lambda state: torch.cat([state.qpos, state.qvel], 1),
        reward=lambda before, action, after: 1 - after.qpos[:, 1].square(),
        terminated=lambda state: state.qpos[:, 1].abs() > 0.2,
    )
    for one in (env, DifferentiableEnv("InvertedPendulum-v5")):
        _, state = one.reset(seed=0)
        seen = []
        for number in range(40):
            _, _, state = one.step(state, torch.tensor([[3.0 if number < 8 else -3.0]]))
            seen.append(bool(state.terminated))
        assert seen == sorted(seen)
        assert seen[0] is False
        assert seen[-1] is True


def test_a_reward_that_jumps_at_the_end_of_an_episode_has_no_gradient() -> None:
    env = in_double("InvertedPendulum-v5")
    _, state = env.reset(seed=0)
    edge = torch.tensor([[0.0, 0.2]], dtype=torch.float64)
    for angle in np.linspace(-1e-6, 1e-6, 9):
        start = state._replace(qpos=edge + angle, qvel=torch.zeros_like(edge))
        action = torch.zeros(1, 1, dtype=torch.float64, requires_grad=True)
        _, reward, _ = env.step(start, action)
        reward.sum().backward()
        assert float(action.grad) == 0.0


def test_single_precision_by_default_and_the_same_every_time() -> None:
    def run() -> tuple[list[float], list[float]]:
        env = DifferentiableEnv("HalfCheetah-v5", batch=2)
        actions = random_actions(3, 2, 6).float().requires_grad_()
        loss = whole(env)(actions)
        loss.backward()
        observation, _ = env.reset(seed=3)
        assert observation.dtype == actions.grad.dtype == torch.float32
        return loss.tolist(), actions.grad.flatten().tolist()

    assert run() == run()


def test_a_batch_is_a_loop() -> None:
    actions = random_actions(3, 3, 1).requires_grad_()
    (together,) = torch.autograd.grad(whole(in_double("InvertedPendulum-v5", 3))(actions), actions)
    env = in_double("InvertedPendulum-v5")
    for number in range(3):
        observation, state = env.reset(seed=3 + number)
        total = torch.zeros((), dtype=torch.float64)
        for action in actions[:, number : number + 1]:
            observation, reward, state = env.step(state, action + 0.1 * observation[:, :1].tanh())
            total = total + observation.sin().sum() + reward.sum()
        (alone,) = torch.autograd.grad(total, actions)
        assert torch.allclose(alone[:, number], together[:, number], rtol=1e-12, atol=0)


def test_actions_beyond_the_bounds_have_no_gradient_but_their_cost() -> None:
    env = in_double("HalfCheetah-v5")
    _, state = env.reset(seed=0)
    action = torch.full((1, 6), 1.5, dtype=torch.float64, requires_grad=True)
    observation, reward, _ = env.step(state, action)
    (slope,) = torch.autograd.grad(observation.sum(), action, retain_graph=True)
    assert slope.abs().max() == 0.0
    (slope,) = torch.autograd.grad(reward.sum(), action)
    assert torch.allclose(slope, torch.full_like(slope, -0.3), rtol=1e-6)
    low, high = env.action_bounds()
    assert (low.tolist(), high.tolist()) == ([-1.0] * 6, [1.0] * 6)


class Counting(InvertedPendulumEnv):
    """Its reward depends on how often it was stepped."""

    steps = 0

    def step(self, action: Any) -> Any:
        self.steps += 1
        observation, reward, *rest = super().step(action)
        return observation, reward + self.steps, *rest


class Rescaling(HalfCheetahEnv):
    """Its actions are not MuJoCo's controls."""

    def step(self, action: Any) -> Any:
        return super().step(0.5 * np.asarray(action))


def test_actions_that_the_environment_changes_first() -> None:
    assert_gradient(DifferentiableEnv(Rescaling, dtype=torch.float64), 2, TOUCHING)
    with pytest.raises(ValueError, match="changes actions before MuJoCo gets them"):
        DifferentiableEnv(Rescaling, observe=cheetah_view, reward=cheetah_reward)


def test_what_cannot_be_differentiated_is_refused() -> None:
    with pytest.raises(TypeError, match="CartPoleEnv is no MuJoCo environment"):
        DifferentiableEnv("CartPole-v1")
    with pytest.raises(ValueError, match="wrapper RescaleAction may change"):
        DifferentiableEnv(lambda: gym.wrappers.RescaleAction(gym.make("Reacher-v5"), -1.0, 1.0))
    with pytest.raises(ValueError, match="Counting: its step depends on more than"):
        DifferentiableEnv(Counting)
    with pytest.raises(TypeError, match="a function that makes it"):
        DifferentiableEnv(gym.make("Reacher-v5"))
    with pytest.raises(ValueError, match="batch"):
        DifferentiableEnv("Reacher-v5", batch=0)


def test_wrong_arguments_are_named() -> None:
    env = DifferentiableEnv("Reacher-v5", batch=2)
    _, state = env.reset(seed=0)
    with pytest.raises(ValueError, match=r"action: expected shape \(2, 2\), got \(2, 1\)"):
        env.step(state, torch.zeros(2, 1))
    with pytest.raises(ValueError, match="state: expected a batch of 2, got"):
        env.step(State(*(field[:1] for field in state)), torch.zeros(2, 2))
    with pytest.raises(TypeError, match="state: expected a"):
        env.step(torch.zeros(2, 8), torch.zeros(2, 2))
