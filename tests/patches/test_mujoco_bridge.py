"""The bridge written into programs in the place of `gym.make`: source and path in, source out."""

import pytest
from sites import cut, patched

from gradhelp.model.evidence import SimulatorStep

PROGRAM = """import gymnasium as gym
import torch

env = gym.make("Reacher-v5", max_episode_steps=9)  # two links
obs, _ = env.reset(seed=0)
obs, reward, *_ = env.step(policy(obs).detach().numpy())
loss = torch.tensor(obs).square().sum()
loss.backward()
"""
MUJOCO = ["gymnasium.envs.mujoco.reacher_v5.ReacherEnv", "gymnasium.envs.mujoco.mujoco_env.MujocoEnv"]


def drafts(source=PROGRAM, receiver=MUJOCO):
    step = "env.step(policy(obs).detach().numpy())"
    entry = {"code": "torch.tensor(obs)", "callee": "torch.tensor"}
    stepped = {"code": step, "receiver": receiver, "value": "array"}
    path = ("torch.tensor(obs).square().sum()", entry, stepped, "policy(obs).detach().numpy()", "policy(obs).detach()")
    fields = {"simulator": "ReacherEnv", "call": "step", "raised": True, "kind": "live", "where": step}
    return patched("mujoco-bridge", source, cut(SimulatorStep, source, *path, **fields))


def test_the_environment_is_made_by_the_bridge_and_nothing_leaves_torch():
    text = drafts()[0]
    assert text == PROGRAM.replace(
        "import torch\n", "import torch\nfrom gradhelp.bridges.mujoco import TorchEnv\n"
    ).replace('gym.make("Reacher-v5"', 'TorchEnv("Reacher-v5"').replace(".detach().numpy()", "").replace(
        "torch.tensor(obs)", "obs"
    )


@pytest.mark.parametrize(
    ("source", "receiver"),
    [
        (PROGRAM, ["gymnasium.envs.classic_control.pendulum.PendulumEnv"]),
        (PROGRAM, ["gymnasium.vector.sync_vector_env.SyncVectorEnv", *MUJOCO[1:]]),
        (PROGRAM.replace("gym.make(", "made("), MUJOCO),
        (PROGRAM + 'other = gym.make("Ant-v5")\n', MUJOCO),
    ],
    ids=["another simulator", "side by side", "made elsewhere", "two of them"],
)
def test_what_the_bridge_does_not_do_is_declined(source, receiver):
    assert drafts(source, receiver) == []
