"""Clipping of another network's parameters → of those that the next step uses."""

from collections.abc import Iterator

from gradhelp.facts.run import OptimizerFact
from gradhelp.facts.timeline import Moment
from gradhelp.patches.blocks import call_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.makers import owner_name
from gradhelp.patches.site import Site
from gradhelp.patches.tree import argument


def patch(site: Site) -> Iterator[Draft]:
    """The first argument of the clip becomes what the stepped optimizer was given."""
    tree, call = site.tree(), call_at(site, "clip_grad_norm_", "clip_grad_value_", "clip_grad_norm")
    given = argument(call, 0, "parameters")
    clips = [m for m in site.run.timeline.of("clip") if m.span is not None and m.span.line == site.where.line]
    optimizer = _optimizer(site, clips[0]) if clips else None
    if given is None or optimizer is None:
        raise NotApplicable("no step follows the clip")
    owners = optimizer.owners
    if not owners:
        raise NotApplicable("the network of the stepped optimizer has no name")
    code = f"{owners[0]}.parameters()"
    if len(owners) > 1:
        code = "[" + ", ".join(f"*{owner}.parameters()" for owner in owners) + "]"
    draft = site.draft()
    draft.replace(tree, given.value, owner_name(site, draft, optimizer, code, tree, call))
    yield draft


def _optimizer(site: Site, clip: Moment) -> OptimizerFact | None:
    """The optimizer that steps next; where the clip ended the run, the only one that had gradients to step with."""
    timeline, known = site.run.timeline, site.run.optimizers
    step, backward = timeline.after(clip, "step"), timeline.before(clip, "backward")
    if step is not None:
        return known[step.optimizer] if step.optimizer is not None and step.optimizer < len(known) else None
    fed = [o for o in known if backward is not None and backward.touches(set(timeline.held.get(o.id, ())))]
    return fed[0] if len(fed) == 1 else None
