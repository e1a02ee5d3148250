"""The claims of the catalogue, measured: each test needs the simulator it speaks of, and is skipped without.

    python -m pytest -m simulators tests/recommend/test_claims.py

in an environment where torch, gradhelp and the simulators of interest are installed. The default run leaves them out.
"""

import sys
from pathlib import Path

import pytest

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.probe import ProbeRequest, probe

pytestmark = pytest.mark.simulators
JAX = "tests/programs/environments/jax_environments.py"
CATALOGUE = {each.id: each for each in load_simulators()}


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])


def probed(target: str, **more):
    result = probe(ProbeRequest(target=target, python=sys.executable, timeout=200, **more))
    assert result.reason is None, result.reason
    return result


@pytest.mark.parametrize("name", ["HalfCheetah-v5", "Reacher-v5", "Pendulum-v1", "MountainCarContinuous-v0"])
def test_gymnasium_refuses(name):
    pytest.importorskip("gymnasium")
    result = probed(name)
    assert result.status == "refused" == CATALOGUE["gymnasium-mujoco"].torch_action
    assert "Can't call numpy() on Tensor that requires grad" in result.torch_action.error


def test_mujoco_gives_jacobians_unless_it_is_rk4():
    mujoco = pytest.importorskip("mujoco")
    numpy = pytest.importorskip("numpy")
    xml = (
        "<mujoco><option integrator='{}'/><worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
    )
    xml += "</body></worldbody><actuator><motor joint='j'/></actuator></mujoco>"
    model = mujoco.MjModel.from_xml_string(xml.format("Euler"))
    data = mujoco.MjData(model)
    b = numpy.zeros((2, 1))
    mujoco.mjd_transitionFD(model, data, 1e-6, True, None, b, None, None)

    def velocity(control):
        fresh = mujoco.MjData(model)
        fresh.ctrl[0] = control
        mujoco.mj_step(model, fresh)
        return fresh.qvel[0]

    assert b[1, 0] == pytest.approx((velocity(1e-4) - velocity(-1e-4)) / 2e-4, rel=1e-6)
    rk4 = mujoco.MjModel.from_xml_string(xml.format("RK4"))
    with pytest.raises(Exception, match="RK4"):
        mujoco.mjd_transitionFD(rk4, mujoco.MjData(rk4), 1e-6, True, None, b, None, None)
    assert CATALOGUE["mujoco"].gradient == "jacobian"


def test_gymnax_is_zero_until_it_is_switched_on():
    pytest.importorskip("gymnax")
    off = probed(f"{JAX}:gymnax_as_it_comes")
    assert {term.autograd for term in off.terms if term.name.startswith("observation")} == {0.0}
    assert probed(f"{JAX}:gymnax_switched_on").status == "passes"


def test_gymnasium_functional_in_jax():
    pytest.importorskip("jax")
    assert probed(f"{JAX}:gymnasium_functional").status == "passes"


def test_a_while_loop_has_forward_mode_only():
    pytest.importorskip("jax")
    result = probed(f"{JAX}:Looping")
    assert (result.status, result.exit_code) == ("forward-only", 1)
    assert "while_loop" in result.backward_error


def test_brax_in_jax():
    pytest.importorskip("brax")
    assert probed(f"{JAX}:brax", kwargs={"name": "inverted_pendulum"}).status == "passes"
    mjx = probed(f"{JAX}:brax", kwargs={"name": "inverted_pendulum", "backend": "mjx"})
    assert mjx.status != "passes"


def test_mjx_has_no_reverse_mode_through_contact():
    pytest.importorskip("mujoco.mjx")
    jax = pytest.importorskip("jax")
    import mujoco
    from mujoco import mjx

    xml = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom size='.1'/></body>"
    model = mjx.put_model(mujoco.MjModel.from_xml_string(xml + "</worldbody></mujoco>"))
    start = mjx.make_data(model)

    def height(v):
        return mjx.step(model, start.replace(qvel=start.qvel.at[2].set(v))).qpos[2]

    with pytest.raises(ValueError, match="while_loop"):
        jax.grad(height)(0.0)
    assert jax.numpy.isfinite(jax.jacfwd(height)(0.0))


def test_vmas_is_detached_until_it_is_switched_on():
    vmas = pytest.importorskip("vmas")
    import torch

    def live(**switch):
        env = vmas.make_env("balance", num_envs=2, continuous_actions=True, device="cpu", **switch)
        env.reset()
        actions = [torch.zeros(2, env.get_agent_action_size(a), requires_grad=True) for a in env.agents]
        observations, *_ = env.step(actions)
        return observations[0].requires_grad

    assert live(grad_enabled=True)
    assert not live()
    assert CATALOGUE["vmas"].torch_action == "opt-in"


def test_warp_cuts_without_a_word():
    wp = pytest.importorskip("warp")
    import torch

    wp.init()

    @wp.kernel
    def double(x: wp.array(dtype=float), y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = 2.0 * x[i]

    action = torch.ones(3, requires_grad=True)
    given, out = wp.from_torch(action), wp.zeros(3, dtype=float, requires_grad=True)
    with wp.Tape() as tape:
        wp.launch(double, dim=3, inputs=[given], outputs=[out])
    assert not wp.to_torch(out).requires_grad or wp.to_torch(out).grad_fn is None
    tape.backward(grads={out: wp.from_torch(torch.ones(3))})
    assert wp.to_torch(given.grad).tolist() == [2.0, 2.0, 2.0]


def test_pytorch_kinematics_keeps_the_graph():
    kinematics = pytest.importorskip("pytorch_kinematics")
    import torch

    urdf = "<robot name='r'><link name='base'/><link name='a'/><link name='tip'/>"
    urdf += "<joint name='j' type='revolute'><parent link='base'/><child link='a'/><axis xyz='0 1 0'/></joint>"
    urdf += "<joint name='k' type='fixed'><parent link='a'/><child link='tip'/><origin xyz='1 0 0'/></joint></robot>"
    chain = kinematics.build_serial_chain_from_urdf(urdf, "tip")
    angle = torch.tensor([0.3], requires_grad=True)
    (gradient,) = torch.autograd.grad(chain.forward_kinematics(angle).get_matrix()[0, 2, 3], angle)
    assert gradient.abs().item() == pytest.approx(torch.tensor(0.3).cos().item(), rel=1e-5)


def test_torchrl_pendulum_is_differentiable():
    envs = pytest.importorskip("torchrl.envs")
    import torch

    env = envs.PendulumEnv()
    state = env.reset()
    action = torch.zeros(1, requires_grad=True)
    state["action"] = action
    reward = env.step(state)["next"]["reward"]
    assert reward.requires_grad


def test_taichi_cuts_without_a_word_and_its_tape_does_not():
    taichi = pytest.importorskip("taichi")
    import torch

    taichi.init(arch=taichi.cpu, log_level=taichi.ERROR)
    push = taichi.field(float, shape=(), needs_grad=True)
    reached = taichi.field(float, shape=(), needs_grad=True)

    @taichi.kernel
    def travel():
        reached[None] += 0.5 * push[None] ** 2

    action = torch.tensor(3.0, requires_grad=True)
    push.from_torch(action.detach())
    with taichi.ad.Tape(reached):
        travel()
    assert push.grad[None] == pytest.approx(3.0)
    assert not reached.to_torch().requires_grad
