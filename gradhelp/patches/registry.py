"""From the name of a kind of edit to the drafts that it yields for a finding."""

import importlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site

LOG = logging.getLogger(__name__)
MOST_DRAFTS = 6


@dataclass(frozen=True)
class Drafted:
    """One change as texts: file → the whole new text. Only files that change are in it."""

    patch: str
    texts: dict[str, str]


def drafts(name: str, site: Site) -> list[Drafted]:
    """What the kind of edit `name` proposes for a finding, the likeliest first; empty where it does not apply."""
    made: list[Drafted] = []
    for draft in _yielded(name, site):
        try:
            texts = draft.texts()
        except NotApplicable as reason:
            LOG.debug("%s: %s", name, reason)
            continue
        if all(texts != earlier.texts for earlier in made):
            made.append(Drafted(name, texts))
    return made


def _yielded(name: str, site: Site) -> Iterator[Draft]:
    module = importlib.import_module(f"gradhelp.patches.kinds.{name.replace('-', '_')}")
    proposals = iter(module.patch(site))
    for _ in range(MOST_DRAFTS):
        try:
            yield next(proposals)
        except StopIteration:
            return
        except (NotApplicable, cst.ParserSyntaxError) as reason:
            LOG.debug("%s: %s", name, reason)
            return
        except Exception:  # one broken kind must not take the others' proposals with it
            LOG.warning("patch %s failed", name, exc_info=True)
            return
