"""`mujoco_step`: its values are MuJoCo's, its gradients those of the whole rollout by central differences.

Tolerances. The reference itself errs by rounding, 1e-16 / 1e-6, times what the rollout amplifies: 1e-9 to 1e-8 are seen,
SMOOTH leaves two orders of magnitude. In contact MuJoCo's solver stops at a tolerance, and where depends on the state, which
is noise of another 1e-7 to 1e-6: TOUCHING.
"""

import mujoco
import pytest
import torch
from models import (
    ARM,
    BALL,
    PENDULUM,
    differences,
    gym_model,
    model,
    moving,
    random_actions,
    relative,
    rollout_loss,
)

from gradhelp.bridges.mujoco import DivergedError, State, mujoco_step

SMOOTH, TOUCHING = 1e-6, 1e-5


def assert_gradients(
    model: mujoco.MjModel, start: State, steps: int, frame_skip: int, tolerance: float, scale: float = 0.5
) -> None:
    loss = rollout_loss(model, start, frame_skip)
    point = [random_actions(steps, len(start.qpos), model.nu, scale), start.qpos, start.qvel, start.act]
    variables = [part.clone().requires_grad_() for part in point]
    gradients = torch.autograd.grad(loss(*variables), variables)
    for which, gradient in enumerate(gradients):
        if not gradient.numel():
            continue
        wanted = differences(lambda part, which=which: loss(*point[:which], part, *point[which + 1 :]), point[which])
        assert relative(gradient, wanted) < tolerance, ("action", "qpos", "qvel", "act")[which]


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
@pytest.mark.parametrize("xml", [PENDULUM, ARM], ids=["pendulum", "ball joint and activation"])
def test_gradients_with_every_integrator(xml: str, integrator: str) -> None:
    one = model(xml, integrator)
    assert_gradients(one, moving(State.of(one, batch=2)), steps=4, frame_skip=3, tolerance=SMOOTH)


@pytest.mark.parametrize("name", ["InvertedPendulum-v5", "Reacher-v5", "Hopper-v5"])
def test_gradients_of_gymnasium_models(name: str) -> None:
    one, data = gym_model(name)
    assert_gradients(one, moving(State.of(one, data, batch=1)), steps=5, frame_skip=2, tolerance=SMOOTH)


@pytest.mark.parametrize(("height", "contacts", "tolerance"), [(1.0, False, SMOOTH), (0.0, True, TOUCHING)])
def test_gradients_of_the_half_cheetah_in_the_air_and_on_the_ground(
    height: float, contacts: bool, tolerance: float
) -> None:
    one, data = gym_model("HalfCheetah-v5")
    start = State.of(one, data, batch=1)
    start = start._replace(qpos=start.qpos + height * torch.eye(one.nq, dtype=torch.float64)[1])
    assert_gradients(one, start, steps=10, frame_skip=5, tolerance=tolerance)
    data.qpos[:] = start.qpos[0]
    mujoco.mj_step(one, data, 25)
    assert bool(data.ncon) == contacts


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_gradients_of_a_free_body_through_an_impact(integrator: str) -> None:
    one = model(BALL, integrator)
    start = State.of(one, batch=1)
    start = start._replace(qvel=torch.tensor([[0.5, 0.2, -2.0, 1.0, 2.0, 0.5]], dtype=torch.float64))
    assert_gradients(one, start, steps=8, frame_skip=5, tolerance=TOUCHING)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_a_quaternion_of_any_length_counts_as_normalised(integrator: str) -> None:
    one = model(ARM, integrator)
    start = moving(State.of(one, batch=1))
    stretched = start._replace(qpos=start.qpos * torch.tensor([3.0, 3.0, 3.0, 3.0, 1.0], dtype=torch.float64))
    assert_gradients(one, stretched, steps=2, frame_skip=2, tolerance=SMOOTH)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_a_clipped_control_has_no_gradient_and_one_on_the_edge_that_from_inside(integrator: str) -> None:
    one = model(PENDULUM, integrator)
    action = torch.tensor([[-1.5], [-1.0], [0.5], [1.0], [1.5]], dtype=torch.float64, requires_grad=True)
    mujoco_step(one, State.of(one, batch=5), action).qvel.sum().backward()
    slope = action.grad.squeeze()
    assert slope[2] > 0
    assert slope[[0, 4]].tolist() == [0.0, 0.0]
    assert torch.allclose(slope[[1, 3]], slope[2].expand(2), rtol=1e-6)


@pytest.mark.parametrize(
    ("xml", "integrator"), [(ARM, "Euler"), (ARM, "RK4"), (BALL, "Euler")], ids=["arm", "arm RK4", "ball"]
)
def test_values_are_mujocos_own_to_the_last_bit(xml: str, integrator: str) -> None:
    one = model(xml, integrator)
    data = mujoco.MjData(one)
    state = State.of(one)
    actions = random_actions(20, 1, one.nu)[:, 0].requires_grad_()
    for action in actions:
        data.ctrl[:] = action.detach().numpy()
        mujoco.mj_step(one, data, 5)
        state = mujoco_step(one, state, action, frame_skip=5)
    assert state.qpos.tolist() == data.qpos.tolist()
    assert state.qvel.tolist() == data.qvel.tolist()
    assert state.act.tolist() == data.act.tolist()
    assert float(state.time) == data.time


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_the_same_again_is_the_same_to_the_last_bit_however_many_threads(integrator: str) -> None:
    one = model(BALL, integrator)

    def gradient(threads: int) -> list[float]:
        actions = random_actions(30, 3, one.nu).requires_grad_()
        state = State.of(one, batch=3)
        for action in actions:
            state = mujoco_step(one, state, action, frame_skip=2, threads=threads)
        state.qpos.square().sum().backward()
        return actions.grad.flatten().tolist()

    assert gradient(1) == gradient(1) == gradient(2)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_a_batch_is_a_loop(integrator: str) -> None:
    one = model(ARM, integrator)
    start, action = moving(State.of(one, batch=6)), random_actions(1, 6, one.nu)[0].requires_grad_()
    together = mujoco_step(one, start, action, frame_skip=2)
    (slopes,) = torch.autograd.grad(together.qpos.sum() + together.act.sum(), action)
    for row in range(6):
        alone = mujoco_step(one, State(*(field[row] for field in start)), action[row], frame_skip=2)
        (slope,) = torch.autograd.grad(alone.qpos.sum() + alone.act.sum(), action)
        assert torch.equal(alone.qpos, together.qpos[row])
        assert torch.allclose(slope[row], slopes[row], rtol=1e-12, atol=0)
    grid = mujoco_step(
        one, State(*(field.unflatten(0, (2, 3)) for field in start)), action.unflatten(0, (2, 3)), frame_skip=2
    )
    assert torch.equal(grid.qpos.flatten(0, 1), together.qpos)


def test_single_precision_goes_in_and_double_is_used_inside() -> None:
    one = model(PENDULUM, "RK4")
    action = torch.tensor([0.3], dtype=torch.float32, requires_grad=True)
    state = mujoco_step(one, State.of(one), action, frame_skip=4)
    assert state.qpos.dtype == torch.float64
    state.qpos.sum().backward()
    exact = torch.tensor([0.3], dtype=torch.float32).double().requires_grad_()
    mujoco_step(one, State.of(one), exact, frame_skip=4).qpos.sum().backward()
    assert action.grad.dtype == torch.float32
    assert torch.equal(action.grad, exact.grad.float())


def test_without_gradients_no_derivative_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    one = model(PENDULUM)
    monkeypatch.setattr(mujoco, "mjd_transitionFD", None)
    action = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    with torch.no_grad():
        assert not mujoco_step(one, State.of(one), action).qpos.requires_grad
    with pytest.raises(TypeError):
        mujoco_step(one, State.of(one), action)


def test_applied_forces_are_those_of_the_given_data() -> None:
    one = model(BALL, "RK4")
    data = mujoco.MjData(one)
    data.xfrc_applied[1, 2] = 9.81 * 3
    start, action = State.of(one), torch.zeros(2, dtype=torch.float64, requires_grad=True)
    lifted = mujoco_step(one, start, action, frame_skip=10, data=data)
    assert lifted.qpos[2] > start.qpos[2] > mujoco_step(one, start, action, frame_skip=10).qpos[2]
    (slope,) = torch.autograd.grad(lifted.qpos[2], action)
    assert slope[1] > 0


def test_a_simulation_that_diverges_is_no_silent_reset() -> None:
    one = model(PENDULUM.replace('damping="0.05"', 'damping="-1e6"'))
    start = State.of(one, batch=2)._replace(qvel=torch.tensor([[0.0], [1.0]], dtype=torch.float64))
    with pytest.raises(DivergedError, match="batch element 1"):
        mujoco_step(one, start, torch.zeros(2, 1), frame_skip=200)


def test_wrong_arguments_are_named() -> None:
    one = model(PENDULUM)
    state = State.of(one, batch=2)
    with pytest.raises(ValueError, match=r"action: expected shape \(2, 1\), got \(3, 1\)"):
        mujoco_step(one, state, torch.zeros(3, 1))
    with pytest.raises(ValueError, match=r"state.qvel: expected shape \(2, 1\), got \(2, 2\)"):
        mujoco_step(one, state._replace(qvel=torch.zeros(2, 2)), torch.zeros(2, 1))
    with pytest.raises(ValueError, match="action: not finite"):
        mujoco_step(one, state, torch.full((2, 1), torch.nan))
    with pytest.raises(TypeError, match="action: expected a tensor, got ndarray"):
        mujoco_step(one, state, torch.zeros(2, 1).numpy())
    with pytest.raises(TypeError, match=r"floating-point tensor, got torch.int64"):
        mujoco_step(one, state, torch.zeros(2, 1, dtype=torch.long))
    with pytest.raises(TypeError, match="state: expected a"):
        mujoco_step(one, mujoco.MjData(one), torch.zeros(2, 1))
    with pytest.raises(ValueError, match="frame_skip"):
        mujoco_step(one, state, torch.zeros(2, 1), frame_skip=0)
    with pytest.raises(ValueError, match="epsilon"):
        mujoco_step(one, state, torch.zeros(2, 1), epsilon=0.0)
