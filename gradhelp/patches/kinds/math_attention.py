"""Functions whose second derivative torch lacks, written in those that have one."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import call_at, line_of
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import called


def patch(site: Site) -> Iterator[Draft]:
    """Attention by its mathematical kernel; pairwise distances by norms of differences."""
    tree, call = site.tree(), call_at(site)
    draft = site.draft()
    if called(call) == "scaled_dot_product_attention":
        torch = draft.import_module(tree, "torch")
        place = f"{torch}.nn.attention"
        draft.enclose(tree, [line_of(tree, call)], f"{place}.sdpa_kernel({place}.SDPBackend.MATH)")
        yield draft
    elif called(call) == "cdist" and len(call.args) == 2:
        one, two = (tree.code(arg.value) for arg in call.args)
        draft.change(
            tree, call, lambda _: cst.parse_expression(f"({one}.unsqueeze(-2) - {two}.unsqueeze(-3)).norm(dim=-1)")
        )
        yield draft
    else:
        raise NotApplicable("no twin with a derivative is known")
