"""`reset()` gives a pair: the observation is its first part."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import call_at, statement_at
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site
from gradhelp.patches.tree import assigned


def patch(site: Site) -> Iterator[Draft]:
    """`obs = env.reset()` → `obs, _ = env.reset()`; anywhere else `env.reset()[0]`."""
    tree, statement, call = site.tree(), statement_at(site), call_at(site, "reset")
    draft = site.draft()
    pair = assigned(statement)
    if pair is not None and pair[1] is call:
        line = statement.body[0]  # type: ignore[index]
        assert isinstance(line, cst.Assign)
        both = cst.parse_expression(f"{pair[0]}, _")
        draft.change(tree, line.targets[0].target, lambda _: both)
    else:
        draft.change(tree, call, lambda node: cst.parse_expression(f"{tree.module.code_for_node(node)}[0]"))
    yield draft
