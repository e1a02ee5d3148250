"""`gym.make` → `LearnedEnv`: the simulator's values with the gradient of a model that is learned of it."""

from collections.abc import Iterator

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.kinds.mujoco_bridge import on_tensors
from gradhelp.patches.site import Site

MODULE = "gradhelp.bridges.learned"


def patch(site: Site) -> Iterator[Draft]:
    """The environment is made with a model beside it, and what it is given and gives stays a tensor."""
    nodes = site.path.nodes if site.path is not None else ()
    stepped = next((node for node in nodes if node.span == site.where and node.attr == "step"), None)
    if stepped is None or not any(name.startswith(("gymnasium.", "gym.")) for name in stepped.receiver):
        raise NotApplicable("what is stepped is no environment of Gymnasium's")
    yield from on_tensors(site, stepped, "LearnedEnv", MODULE)
