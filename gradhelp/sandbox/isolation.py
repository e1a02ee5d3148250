"""How a run is kept away from the user's files, decided in one place.

`copy`: the script works in a copy of its project. `none`: it works in the user's folder (`gradhelp run`). `landlock`
is the name under which the kernel's own protection will be reported where it is in force.
"""

from typing import Literal

from gradhelp.sandbox.plan import RunPlan

Isolation = Literal["landlock", "copy", "none"]


def choose_isolation(plan: RunPlan) -> Isolation:
    """The strongest isolation that this plan and this machine allow."""
    return "none" if plan.in_place else "copy"
