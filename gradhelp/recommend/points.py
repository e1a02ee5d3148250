"""What speaks for and against one simulator, need by need: points, and the reason for each.

A point of view is a function `(simulator, needs) → points`. It yields nothing where the need was not said. `FAILS`
rules a simulator out, with the reason.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.catalog.simulator import Simulator
from gradhelp.recommend.needs import LONG_HORIZON, Needs

FAILS = -1000.0
SPECIAL = frozenset(
    {"fluid", "cloth", "kinematics", "driving", "planar", "custom", "toy", "navigation", "biomechanics", "multi-agent"}
)
"""Domains of which a simulator for articulated robots knows nothing, and the reverse."""
BRIDGE_SHIPPED = "mujoco"
"""The simulator for which gradhelp brings a bridge of its own."""


class Point(NamedTuple):
    """`score` counts; `key` is the sentence that says why, for (`why_…`) or against (`but_…`), or empty for silence."""

    score: float
    key: str = ""
    values: dict[str, str | int] = {}  # noqa: RUF012 - never changed


View = Callable[[Simulator, Needs], Iterator[Point]]


def gradient(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Whether and how a gradient comes back to the framework that asks for it."""
    if not needs.gradients:
        return
    if simulator.gradient == "none":
        yield Point(FAILS, "column_gradient")
    elif needs.framework == "jax":
        yield Point(40, "why_jax_native") if simulator.gradient == "jax" else Point(FAILS, "column_gradient")
    elif "torch" in simulator.frameworks and simulator.gradient in ("autograd", "depends"):
        optin = simulator.torch_action == "opt-in"
        yield Point(38, "why_backward_optin") if optin else Point(40, "why_backward_native")
        if simulator.gradient == "depends":
            yield Point(-12)
    else:
        yield from _bridged(simulator)


def _bridged(simulator: Simulator) -> Iterator[Point]:
    if simulator.id == BRIDGE_SHIPPED:
        yield Point(38, "why_bridge_shipped")
    elif simulator.gradient == "jax":
        yield Point(12, "but_bridge_jax")
    else:
        yield Point(14, "why_tape" if simulator.gradient == "tape" else "why_jacobian")
        yield Point(0, "but_bridge")


def contacts(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Whether contact is simulated, and whether gradients through it can be trusted."""
    if not needs.contacts:
        return
    if simulator.contacts in ("none", "prescribed"):
        yield Point(FAILS if simulator.contacts == "none" else -30, "column_contacts")
    elif not needs.gradients:
        yield Point(10, "why_contacts_forward")
    else:
        worth = {"verified": 24.0, "soft": 18.0, "conditional": 12.0, "custom": 0.0, "forward": FAILS}
        told = {"verified": "why_contacts_verified", "soft": "why_contacts_soft", "forward": "column_contacts"}
        yield Point(worth[simulator.contacts], told.get(simulator.contacts, ""))
        yield Point(0, "but_contact_local")


def parallel(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """How many environments step at once."""
    wanted = needs.parallel or 1
    if wanted < 2:
        return
    if simulator.parallel >= wanted:
        yield Point(14, "why_parallel", {"count": wanted})
    else:
        short = simulator.parallel * 8 < wanted
        yield Point(-34 if short else -8, "but_parallel", {"count": simulator.parallel, "wanted": wanted})


def device(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """The processor it runs on."""
    on_cpu = "cpu" in simulator.hardware
    if needs.device == "gpu":
        yield Point(8, "why_gpu") if simulator.hardware != ("cpu",) else Point(-8, "but_cpu_only")
    elif needs.device == "cpu":
        yield Point(6, "why_cpu") if on_cpu else Point(FAILS, "column_hardware")
        if on_cpu and simulator.hardware[0] != "cpu":
            yield Point(-12, "but_slow_on_cpu")


def platform(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """The operating system."""
    if needs.platform is not None:
        names = {"linux": "Linux", "windows": "Windows", "macos": "macOS"}
        fits = needs.platform in simulator.platforms
        yield Point(3, "why_platform", {"platform": names[needs.platform]}) if fits else Point(FAILS, "fact_platforms")


def licence(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Whether the licence allows what is wanted; said in passing where it is not permissive."""
    if needs.permissive:
        fits = simulator.terms == "permissive"
        yield Point(2, "why_licence", {"licence": simulator.licence}) if fits else Point(FAILS, "fact_licence")
    elif simulator.terms != "permissive":
        yield Point(-3, "but_licence", {"licence": simulator.licence})


def transfer(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Whether what is learned is to move to a real robot."""
    if needs.sim_to_real:
        yield Point(14, "why_sim_to_real") if simulator.sim_to_real else Point(-8, "but_not_transfer")


def domain(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """What is simulated; where nothing is said, an articulated robot."""
    wanted = needs.domain or "articulated"
    if wanted in simulator.domains:
        first = simulator.domains[0] == wanted
        yield Point(22 if first else 16, f"domain_{wanted}" if needs.domain else "")
        if wanted == "optimisation" and simulator.gradient == "jacobian":
            # iLQR and MPC ask for the matrices of a step, not for backward().
            yield Point(26, "why_jacobian")
    elif SPECIAL.issuperset(simulator.domains):
        yield Point(-60)
    elif wanted not in ("toy", "multi-agent") and wanted in SPECIAL | {"vision"}:
        yield Point(FAILS, f"domain_{wanted}")
    elif wanted != "articulated":
        yield Point(-30 if wanted in ("soft", "multi-agent", "toy") else -6)


def familiar(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Whether it takes what the program has already."""
    engines = {each.engine for each in load_simulators() if each.id in needs.uses and each.engine}
    if simulator.engine in engines and simulator.engine != "":
        rewrite = simulator.kind == "technique"
        told = Point(16, "why_rewrite") if rewrite else Point(14, "why_engine", {"engine": simulator.engine})
        yield told
        if simulator.id in needs.uses or simulator.id == simulator.engine:
            yield Point(8)


def horizon(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """How far a loss reaches back."""
    if needs.gradients and needs.horizon and needs.horizon > LONG_HORIZON:
        yield Point(
            -4 if simulator.contacts in ("soft", "conditional") else 0, "but_horizon", {"horizon": LONG_HORIZON}
        )


def forward_only(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Without gradients, throughput and the framework's own arrays are what counts."""
    if needs.gradients is False and needs.framework:
        if needs.framework in simulator.frameworks:
            yield Point(10, "why_framework", {"framework": needs.framework})
        elif needs.framework == "jax":
            yield Point(-10)


def standing(simulator: Simulator, needs: Needs) -> Iterator[Point]:
    """Maintenance and how well it is known."""
    worth = {"active": 8.0, "young": 4.0, "slow": 1.0, "research": -6.0, "unmaintained": -30.0, "unknown": -6.0}
    told = {"active": "why_maintained", "unknown": ""}
    key = told.get(simulator.maintenance, f"but_{simulator.maintenance}")
    yield Point(worth[simulator.maintenance], key)
    if simulator.evidence == "read":
        yield Point(-4 if needs.gradients else 0, "but_read")
    elif needs.gradients:
        yield Point(3, "why_ran", {"date": simulator.checked.isoformat()})
    if simulator.stale(date.today()):
        yield Point(-2, "but_stale", {"date": simulator.checked.isoformat()})


VIEWS: tuple[View, ...] = (
    gradient, familiar, domain, contacts, parallel, device, platform, transfer, forward_only, licence, horizon, standing,
)  # fmt: skip
