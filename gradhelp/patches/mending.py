"""The places that a cut has to be mended at: the values between the parameters and the loss.

A *path* holds the values through which the gradient should have come; where it was cut, whatever else was computed from
the same value and goes into the loss has lost its gradient with it (`beside`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from gradhelp.checks import Candidate
from gradhelp.facts.node import Node
from gradhelp.facts.roles import STEPS
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree

MOST_BESIDE = 200

Mender = Callable[["Place"], bool]


@dataclass(frozen=True)
class Place:
    """One value, the expression that made it, and the value `before` that it was made of."""

    site: Site
    draft: Draft
    tree: Tree
    expression: cst.BaseExpression
    node: Node
    before: Node
    rooted: bool = True
    """Whether it was made of a tensor, not of an array or number that came from a simulator or from data."""

    def change(self, change: Callable[[cst.CSTNode], cst.CSTNode]) -> bool:
        """Change the expression; True, for a mender to hand on."""
        self.draft.change(self.tree, self.expression, change)
        return True


def places(site: Site, draft: Draft) -> list[Place]:
    """The values of the path that stand in files of the user's, each expression once."""
    path = site.path
    if path is None:
        return []
    befores = (*path.nodes[1:], path.alive)
    found = (
        _place(site, draft, node, before, _rooted(befores[position:]))
        for position, (node, before) in enumerate(zip(path.nodes, befores, strict=True))
    )
    return list(_once(found))


def _rooted(behind: Sequence[Node]) -> bool:
    """Whether going back through arrays and numbers leads to a tensor before it leads into a simulator."""
    for node in behind:
        if node.called in STEPS:
            return False
        if node.value in ("tensor", "parameter", "module"):
            return True
    return True


def beside(site: Site, draft: Draft) -> list[Place]:
    """What else was computed from the value that was cut off, and goes into the same loss; not what a simulator made
    of it.
    """
    path = site.path
    if path is None or not isinstance(site.candidate, Candidate):
        return []
    graph, spans = site.candidate.ledger.graph, {node.span for node in path.nodes if node.span}
    lost = {node.id for node in graph.nodes if node.span in spans and not node.live}
    pairs: list[tuple[Node, Node]] = []
    for node in sorted(graph.nodes, key=lambda each: each.ordinal)[-MOST_BESIDE * 10 :]:
        operand = next((o for o in graph.operands(node) if o.id in lost), None)
        if operand is not None and not node.live and node.called not in STEPS:
            lost.add(node.id)
            pairs.append((node, operand))
    on_path = set(path.nodes)
    found = (
        _place(site, draft, node, before, before.value == "tensor")
        for node, before in pairs[:MOST_BESIDE]
        if node not in on_path
    )
    return list(_once(found))


def _place(site: Site, draft: Draft, node: Node, before: Node, rooted: bool = True) -> Place | None:
    tree = site.project.tree(node.span.file) if node.span else None
    expression = tree.expression(node.span) if tree and node.span else None
    return Place(site, draft, tree, expression, node, before, rooted) if tree and expression else None


def _once(found: Iterator[Place | None]) -> Iterator[Place]:
    seen: set[cst.CSTNode] = set()
    for place in found:
        if place is not None and place.expression not in seen:
            seen.add(place.expression)
            yield place
