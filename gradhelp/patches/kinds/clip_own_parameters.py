"""Clipping of another network's parameters → of those that the next step uses."""

from collections.abc import Iterator

from gradhelp.patches.blocks import call_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import argument


def patch(site: Site) -> Iterator[Draft]:
    """The first argument of the clip becomes what the stepped optimizer was given."""
    tree, call = site.tree(), call_at(site, "clip_grad_norm_", "clip_grad_value_", "clip_grad_norm")
    given = argument(call, 0, "parameters")
    clips = [m for m in site.run.timeline.of("clip") if m.span is not None and m.span.line == site.where.line]
    step = site.run.timeline.after(clips[0], "step") if clips else None
    if given is None or step is None or step.optimizer is None or step.optimizer >= len(site.run.optimizers):
        raise NotApplicable("no step follows the clip")
    owners = site.run.optimizers[step.optimizer].owners
    if not owners:
        raise NotApplicable("the network of the stepped optimizer has no name")
    code = f"{owners[0]}.parameters()"
    if len(owners) > 1:
        code = "[" + ", ".join(f"*{owner}.parameters()" for owner in owners) + "]"
    draft = site.draft()
    draft.replace(tree, given.value, code)
    yield draft
