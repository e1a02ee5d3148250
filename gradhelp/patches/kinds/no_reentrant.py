"""Activation checkpointing without reentrance, which needs no input that requires a gradient."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import call_at, with_keyword
from gradhelp.patches.draft import Draft
from gradhelp.patches.site import Site


def patch(site: Site) -> Iterator[Draft]:
    """`use_reentrant=False` at the call."""
    draft = site.draft()
    draft.change(site.tree(), call_at(site), _set)
    yield draft


def _set(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.Call)
    return with_keyword(node, "use_reentrant", "False")
