"""Optimizers and what they were given, said where an edit needs them: they are known by the names of the place that made them."""

import libcst as cst

from gradhelp.facts.run import OptimizerFact
from gradhelp.patches.draft import Draft
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, assigned


def optimizer_name(site: Site, draft: Draft, name: str, tree: Tree, at: cst.CSTNode) -> str:
    """An optimizer that is assigned to `name` where it is made, as it is called at a node."""
    for optimizer in site.run.optimizers:
        home = _made(site, optimizer)
        pair = assigned(home.node) if home is not None else None
        if home is not None and pair is not None and pair[0] == name:
            return Relocation(site.project, draft).brought(name, home, Place(tree, at))
    return name


def owner_name(site: Site, draft: Draft, optimizer: OptimizerFact, code: str, tree: Tree, at: cst.CSTNode) -> str:
    """`code` of the names that an optimizer's parameters were given by, as it reads at a node."""
    home = _made(site, optimizer)
    return Relocation(site.project, draft).brought(code, home, Place(tree, at)) if home is not None else code


def _made(site: Site, optimizer: OptimizerFact) -> Place | None:
    tree = site.project.tree(optimizer.span.file) if optimizer.span is not None else None
    statement = tree.statement_at(optimizer.span.line) if tree is not None and optimizer.span is not None else None
    return Place(tree, statement) if tree is not None and statement is not None else None
