"""Long horizons: truncation, bounded gradients, their report, and what a contact makes of them."""

import math
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from models import BALL, PENDULUM, model
from torch import Tensor

from gradhelp.bridges.mujoco import (
    DifferentiableEnv,
    State,
    carried,
    check_gradient,
    gradient_norms,
    mujoco_step,
    rollout,
)

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def env() -> DifferentiableEnv:
    return DifferentiableEnv(
        "InvertedPendulum-v5",
        batch=2,
        observe=lambda state: torch.cat([state.qpos, state.qvel], 1),
        reward=lambda before, action, after: -after.qpos[:, 1].square(),
        dtype=torch.float64,
    )


@pytest.fixture
def policy() -> torch.nn.Module:
    torch.manual_seed(0)
    return torch.nn.Linear(4, 1).double()


def gradient(env: DifferentiableEnv, policy: torch.nn.Module, **options: int | float) -> Tensor:
    loss = rollout(env, policy, 12, seed=0, **options).observations.square().sum()  # type: ignore[arg-type]
    return torch.cat([part.flatten() for part in torch.autograd.grad(loss, list(policy.parameters()))])


def test_a_rollout_reaches_the_policy(env: DifferentiableEnv, policy: torch.nn.Module) -> None:
    path = rollout(env, policy, 12, seed=0)
    assert (path.observations.shape, path.actions.shape, path.rewards.shape) == ((13, 2, 4), (12, 2, 1), (12, 2))
    assert path.alive.all()
    assert torch.equal(path.observations[0], env.reset(seed=0)[0])
    onward = rollout(env, policy, 3, start=(path.observations[-1], path.states[-1]))
    assert torch.equal(onward.observations, rollout(env, policy, 15, seed=0).observations[12:])


def test_truncation_is_a_sum_of_short_rollouts(env: DifferentiableEnv, policy: torch.nn.Module) -> None:
    """Cut every 4 of 12 steps, the gradient is that of three rollouts of 4, each begun where the last one ended."""
    total = torch.zeros(5, dtype=torch.float64)
    start = env.reset(seed=0)
    for _ in range(3):
        path = rollout(env, policy, 4, start=start)
        loss = path.observations[1:].square().sum()
        total += torch.cat([part.flatten() for part in torch.autograd.grad(loss, list(policy.parameters()))])
        start = path.observations[-1].detach(), path.states[-1].detach()
    assert torch.allclose(gradient(env, policy, truncate=4), total, rtol=1e-10)
    assert not torch.allclose(gradient(env, policy), total, rtol=0.1)
    assert torch.equal(gradient(env, policy, truncate=12), gradient(env, policy))


def test_a_bound_holds_what_goes_back_and_leaves_the_loss_alone(env: DifferentiableEnv) -> None:
    observation, state = env.reset(seed=0)
    observation = (1 * observation).requires_grad_()
    seen, before = carried(observation, state._replace(qpos=state.qpos.requires_grad_()), max_norm=1.0)
    assert torch.equal(seen, observation)
    found = torch.autograd.grad(100 * seen[0].sum() + before.qpos.sum() + observation.sum(), [observation, state.qpos])
    through_policy, through_state = found[0] - 1.0, found[1]
    norms = torch.cat([through_policy, through_state], 1).norm(dim=1)
    assert norms.tolist() == pytest.approx([1.0, 1.0])
    assert through_policy[0, 0] == pytest.approx(100 / math.sqrt(4 * 100**2 + 2))
    small = 1e-3 * carried(observation, state, max_norm=1.0)[0]
    (slope,) = torch.autograd.grad(small.sum(), observation)
    assert torch.allclose(slope, torch.full_like(slope, 1e-3), rtol=1e-12)


def test_a_wide_bound_changes_nothing(env: DifferentiableEnv, policy: torch.nn.Module) -> None:
    assert torch.allclose(gradient(env, policy, max_norm=1e12), gradient(env, policy), rtol=1e-12)
    assert gradient(env, policy, max_norm=0.01).norm() < gradient(env, policy).norm()
    with pytest.raises(ValueError, match="max_norm"):
        gradient(env, policy, max_norm=0.0)
    with pytest.raises(ValueError, match="truncate"):
        gradient(env, policy, truncate=0)


def test_norms_along_the_horizon_show_the_growth() -> None:
    """A pendulum that starts upright leaves that position like exp(rate * t): so grows the gradient going back."""
    one = model(PENDULUM.replace('damping="0.05"', ""))
    state = State.of(one)._replace(qpos=torch.tensor([math.pi], dtype=torch.float64))
    state = state._replace(qpos=state.qpos.requires_grad_())
    states = [state]
    for _ in range(80):
        states.append(mujoco_step(one, states[-1], torch.zeros(1)))
    loss = states[-1].qpos.sum()
    report = gradient_norms(loss, states)
    assert report.steps == tuple(range(81))
    assert report.norms.shape == (81, 1)
    mass, arm = float(one.body_mass[1]), 0.2
    rate = math.sqrt(mass * 9.81 * arm / (float(one.body_inertia[1, 0]) + mass * arm**2))
    assert float(report.norms[0]) == pytest.approx(math.cosh(0.8 * rate), rel=0.05)
    assert float(report.norms[10] / report.norms[11]) == pytest.approx(math.exp(0.01 * rate), rel=2e-3)
    assert 1 < report.growth < math.exp(0.01 * rate)
    assert "multiplies the gradient by 1.0" in str(report)
    loss.backward()
    with pytest.raises(ValueError, match="carries a gradient"):
        gradient_norms(loss, [one.detach() for one in states])


def thrown(speed: float) -> State:
    ball = State.of(model(BALL))
    return ball._replace(qvel=torch.tensor([speed, 0.0, -2.0, 0.0, 0.0, 0.0], dtype=torch.float64))


def test_a_contact_not_yet_made_has_no_gradient_and_is_said_to_be_rough() -> None:
    """How far up the ball is at the end depends on whether it has met the floor: locally it does not know."""
    one = model(BALL)

    def height(push: Tensor) -> Tensor:
        state = thrown(0.0)
        for _ in range(20):
            state = mujoco_step(one, state, push, frame_skip=1)
        return state.qpos[2]

    free = check_gradient(height, torch.zeros(2, dtype=torch.float64), steps=(1e-6, 1e-2))
    assert free.verdict == "smooth"
    assert "slope" in str(free)
    touching = check_gradient(height, torch.tensor([0.0, -1.0], dtype=torch.float64), steps=(1e-6, 50.0))
    assert touching.error(1e-6) < 1e-4
    assert touching.verdict == "rough"


def test_a_wrong_gradient_is_called_wrong() -> None:
    def cut(x: Tensor) -> Tensor:
        return (x * x.detach()).sum()

    assert check_gradient(cut, torch.ones(3, dtype=torch.float64)).verdict == "wrong"
    assert check_gradient(lambda x: (x * x).sum(), torch.ones(3, dtype=torch.float64)).verdict == "smooth"
    assert check_gradient(lambda x: 0 * x.sum(), torch.ones(3, dtype=torch.float64)).verdict == "smooth"
    assert check_gradient(lambda x: (1e9 * x).sin().sum(), torch.ones(3, dtype=torch.float64)).verdict == "rough"


def test_a_missing_requirement_is_named() -> None:
    program = "import sys; sys.modules['mujoco'] = None\nimport gradhelp.bridges.mujoco"
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, encoding="utf-8")
    assert "ImportError: gradhelp.bridges.mujoco needs torch, mujoco and gymnasium" in done.stderr
    assert 'pip install torch "gymnasium[mujoco]"' in done.stderr
