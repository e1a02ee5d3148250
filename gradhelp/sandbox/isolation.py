"""How a run is kept away from the user's files, decided in one place.

`landlock`: the script works in a copy of its project, and the kernel refuses writes elsewhere. `copy`: the same without
the kernel's help, so that only relative paths are caught. `none`: it works in the user's folder (`gradhelp run`).
"""

from typing import Literal

from gradhelp.sandbox import landlock
from gradhelp.sandbox.plan import RunPlan

Isolation = Literal["landlock", "copy", "none"]


def choose_isolation(plan: RunPlan) -> Isolation:
    """The strongest isolation that this plan and this machine allow."""
    if plan.in_place:
        return "none"
    return "landlock" if landlock.works() else "copy"
