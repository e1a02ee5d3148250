"""An environment is reset before its first step, and again after an episode has ended."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import assignments, call_at, line_of, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, receiver, small


def patch(site: Site) -> Iterator[Draft]:
    """By the problem: a reset where the environment is made, or behind the step where the episode is over."""
    tree, call = site.tree(), call_at(site, "step")
    subject = receiver(call)
    if subject is None:
        raise NotApplicable("the environment has no name there")
    name = tree.code(subject)
    if site.seen("problem") == "step-before-reset":
        for made in assignments(tree, name):
            draft = site.draft()
            draft.after(tree, line_of(tree, made), f"{name}.reset(seed=0)")
            yield draft
    elif site.seen("problem") == "step-after-done":
        yield _after_done(site, tree, name)
    else:
        raise NotApplicable("which actions are meant is not to be known from here")


def _after_done(site: Site, tree: Tree, name: str) -> Draft:
    statement = statement_at(site)
    line = small(statement)
    target = line.targets[0].target if isinstance(line, cst.Assign) else None
    if not isinstance(target, cst.Tuple) or len(target.elements) != 5:
        raise NotApplicable("the values of step are not unpacked there")
    names = [tree.code(element.value) for element in target.elements]
    over = " or ".join(each for each in names[2:4] if each != "_")
    if not over or names[0] == "_":
        raise NotApplicable("whether the episode is over is thrown away")
    draft = site.draft()
    draft.after(tree, statement, f"if {over}:\n    {names[0]}, _ = {name}.reset()\n")
    return draft
