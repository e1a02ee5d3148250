"""`gym.make` of a MuJoCo environment → the bridge, whose step has a gradient."""

from collections.abc import Iterator

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.on_tensors import on_tensors, stepped
from gradhelp.patches.site import Site

MUJOCO = "MujocoEnv"
BRIDGE = "gradhelp.bridges.mujoco"


def patch(site: Site) -> Iterator[Draft]:
    """The environment is made by the bridge, and what it is given and gives stays a tensor."""
    step = stepped(site)
    if step is None or not any(name.rpartition(".")[2] == MUJOCO for name in step.receiver):
        raise NotApplicable("what is stepped is no MuJoCo environment of Gymnasium's")
    yield from on_tensors(site, step, "TorchEnv", BRIDGE)
