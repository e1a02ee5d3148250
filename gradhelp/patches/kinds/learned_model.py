"""`gym.make` → `LearnedEnv`: the simulator's values with the gradient of a model that is learned of it."""

from collections.abc import Iterator

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.on_tensors import on_tensors, stepped
from gradhelp.patches.site import Site

MODULE = "gradhelp.bridges.learned"


def patch(site: Site) -> Iterator[Draft]:
    """The environment is made with a model beside it, and what it is given and gives stays a tensor."""
    step = stepped(site)
    if step is None or not any(name.startswith(("gymnasium.", "gym.")) for name in step.receiver):
        raise NotApplicable("what is stepped is no environment of Gymnasium's")
    yield from on_tensors(site, step, "LearnedEnv", MODULE)
