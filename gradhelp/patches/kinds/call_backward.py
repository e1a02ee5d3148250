"""The backward that never ran: out of the branch that it stands in, or written in front of the step."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import calling, home, statement_at, stepped
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, dotted, receiver

LOSS = re.compile(r"loss|cost|objective", re.IGNORECASE)


def patch(site: Site) -> Iterator[Draft]:
    """By what is there: a backward in a branch, a gradient that is thrown away, or a loss alone."""
    tree, step = site.tree(), statement_at(site)
    scope = home(tree, step)
    for backward in calling(tree, scope, "backward"):
        branch = tree.around(backward, cst.If)
        if branch is not None and tree.parent(branch) is tree.parent(step) and tree.line(branch) < tree.line(step):
            draft = site.draft()
            draft.move(tree, backward, before=branch)
            yield draft
    for statement in calling(tree, scope, "grad"):
        call = next(tree.calls("grad", inside=statement))
        if call.args and tree.line(statement) < tree.line(step):
            draft = site.draft()
            draft.replace_text(tree, statement, f"{tree.code(call.args[0].value)}.backward()")
            yield draft
    for name in _losses(tree, step):
        draft = site.draft()
        draft.before(tree, step, f"{name}.backward()")
        yield draft


def _losses(tree: Tree, step: Statement) -> list[str]:
    """Losses that are computed above the step and never sent back, those that share the optimizer's name first."""
    scope = home(tree, step)
    sent = {tree.code(r) for c in tree.calls("backward", inside=scope) if (r := receiver(c)) is not None}
    names = [dotted(t.target) for a in tree.all(cst.Assign, scope) if tree.line(a) < tree.line(step) for t in a.targets]
    found = [name for name in dict.fromkeys(reversed(names)) if LOSS.search(name) and name not in sent]
    if not found:
        raise NotApplicable("no loss is computed above the step")
    word = stepped(tree, step).rpartition(".")[2].partition("_")[0]
    return sorted(found, key=lambda name: not name.rpartition(".")[2].startswith(word))
