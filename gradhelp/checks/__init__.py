"""The vocabulary of rules: one module a check, named as rules name it (hyphens for underscores).

A check module has `Params` (what a rule may set), `Evidence` (what its templates may use) and
`check(run, params)`, a pure function that yields candidates. The registry is derived from the folder.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from gradhelp.checks.candidate import Candidate
from gradhelp.checks.sighting import Sighting
from gradhelp.facts.run import Run
from gradhelp.model.evidence import Observation
from gradhelp.model.span import Frozen

NOT_CHECKS = frozenset({"candidate", "sighting"})


@dataclass(frozen=True)
class CheckSpec:
    """One word of the vocabulary."""

    name: str
    params: type[Frozen]
    evidence: type[Observation]
    check: Callable[[Run, Frozen], Iterator[Candidate | Sighting]]


@cache
def all_checks() -> dict[str, CheckSpec]:
    """Every check, by the name that rules use."""
    specs = {}
    for info in pkgutil.iter_modules(__path__):
        if info.name in NOT_CHECKS:
            continue
        module = importlib.import_module(f"{__name__}.{info.name}")
        name = info.name.replace("_", "-")
        specs[name] = CheckSpec(name, module.Params, module.Evidence, module.check)
    return specs


__all__ = ["Candidate", "CheckSpec", "Sighting", "all_checks"]
