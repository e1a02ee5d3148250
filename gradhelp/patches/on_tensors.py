"""An environment of Gymnasium's → one with the same calls on tensors; nothing on the path leaves torch any more."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import libcst as cst

from gradhelp.facts.node import Node
from gradhelp.patches.cuts import IN_PLACE, WITH_TWINS
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.mending import Mender, places
from gradhelp.patches.regions import leave_region
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, called, dotted, small


def stepped(site: Site) -> Node | None:
    """The `step` that the finding is about."""
    nodes = site.path.nodes if site.path is not None else ()
    return next((node for node in nodes if node.span == site.where and node.attr == "step"), None)


def on_tensors(site: Site, step: Node, name: str, module: str) -> Iterator[Draft]:
    """The one `gym.make` → `name` of `module`, which has the same calls on tensors."""
    if any("vector" in name.lower() for name in step.receiver):
        raise NotApplicable("environments side by side begin anew by themselves, which the bridge does not")
    made = [(tree, call) for tree in _trees(site) for call in tree.calls("make") if _is_gymnasium(tree, call)]
    if len(made) != 1:
        raise NotApplicable("where the environment is made is not known")
    for others in (IN_PLACE, WITH_TWINS):
        yield _bridged(site, *made[0], others, (name, module))


def _trees(site: Site) -> Iterator[Tree]:
    for file in site.project.sources:
        tree = site.project.tree(file)
        if tree is not None:
            yield tree


def _is_gymnasium(tree: Tree, call: cst.Call) -> bool:
    name = dotted(call.func)
    return any(name == f"{tree.alias(module)}.make" for module in ("gymnasium", "gym") if tree.alias(module))


def _bridged(site: Site, tree: Tree, call: cst.Call, menders: Sequence[Mender], maker: tuple[str, str]) -> Draft:
    name, module = maker
    draft = site.draft()
    draft.change(tree, call, lambda node: node.with_changes(func=cst.Name(name)))
    imports = [each for each in tree.module.body if isinstance(small(each), cst.Import | cst.ImportFrom)]
    draft.after(tree, imports[-1], f"from {module} import {name}")
    for place in places(site, draft):
        leave_region(place)
        if not (isinstance(place.expression, cst.Call) and called(place.expression) == "step"):
            bridged = replace(place, rooted=True)  # the bridge hands out tensors
            any(mender(bridged) for mender in menders)
    return draft
