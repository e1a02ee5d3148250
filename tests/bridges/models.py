"""Small MuJoCo models, and the derivative of a whole rollout by central differences."""

from collections.abc import Callable

import gymnasium as gym
import mujoco
import torch
from torch import Tensor

from gradhelp.bridges.mujoco import State, mujoco_step

PENDULUM = """
<mujoco><option timestep="0.01" integrator="{integrator}"/>
<worldbody><body><joint name="hinge" axis="0 1 0" damping="0.05"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.4"/></body></worldbody>
<actuator><motor joint="hinge" ctrllimited="true" ctrlrange="-1 1"/></actuator></mujoco>"""

# a ball joint, a hinge, and an actuator whose activation follows its control with a delay
ARM = """
<mujoco><option timestep="0.005" integrator="{integrator}"/>
<worldbody><body quat="0.8 0.2 0.5 0.1">
  <joint name="shoulder" type="ball" damping="0.02"/><geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0"/>
  <body pos="0.3 0 0"><joint name="elbow" axis="0 1 0"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0.2 0 0.1" contype="0" conaffinity="0"/></body>
</body></worldbody>
<actuator><general joint="elbow" dyntype="filter" dynprm="0.05"/><motor joint="shoulder" gear="0.2 0.1 0.3"/></actuator></mujoco>"""

# a ball thrown at the floor: a free joint, and a contact that begins
BALL = """
<mujoco><option timestep="0.005" integrator="{integrator}"/>
<worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.3"><freejoint/><geom name="ball" type="sphere" size="0.1" mass="1"/><site name="c"/></body></worldbody>
<actuator><motor site="c" gear="1 0 0 0 0 0"/><motor site="c" gear="0 0 1 0 0 0"/></actuator></mujoco>"""

STEP = 1e-6


def model(xml: str, integrator: str = "Euler") -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(xml.format(integrator=integrator))


def gym_model(name: str) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Model and data of an environment that was reset."""
    environment = gym.make(name).unwrapped
    environment.reset(seed=0)
    return environment.model, environment.data


def moving(state: State, seed: int = 0) -> State:
    """The same state at a random speed."""
    noise = torch.randn(state.qvel.shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return state._replace(qvel=state.qvel + 0.3 * noise)


def random_actions(steps: int, batch: int, size: int, scale: float = 0.5) -> Tensor:
    generator = torch.Generator().manual_seed(1)
    return scale * (2 * torch.rand(steps, batch, size, generator=generator, dtype=torch.float64) - 1)


def rollout_loss(
    model: mujoco.MjModel, start: State, frame_skip: int
) -> Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]:
    """A smooth function of the last state of a rollout, of (actions, qpos, qvel, act)."""
    weights = torch.randn(
        model.nq + model.nv + model.na, generator=torch.Generator().manual_seed(2), dtype=torch.float64
    )

    def loss(actions: Tensor, qpos: Tensor, qvel: Tensor, act: Tensor) -> Tensor:
        state = start._replace(qpos=qpos, qvel=qvel, act=act)
        for action in actions:
            state = mujoco_step(model, state, action, frame_skip=frame_skip)
        return (torch.cat([state.qpos, state.qvel, state.act], -1) * weights).sin().sum()

    return loss


def differences(function: Callable[[Tensor], Tensor], point: Tensor, step: float = STEP) -> Tensor:
    """Central differences of a scalar function in each entry."""
    result = torch.zeros_like(point)
    with torch.no_grad():
        for index in range(point.numel()):
            offset = torch.zeros_like(point)
            offset.view(-1)[index] = step
            result.view(-1)[index] = (function(point + offset) - function(point - offset)) / (2 * step)
    return result


def relative(found: Tensor, wanted: Tensor) -> float:
    return float((found - wanted).norm() / wanted.norm())
