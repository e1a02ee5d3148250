"""What a probe of an environment measured: exactly what `gradhelp probe --format json` prints.

A field is None, and a list empty, where a part was not measured; `unmeasured` says why.
"""

from typing import Literal

from pydantic import Field

from gradhelp.model.span import Frozen, Span

Status = Literal[
    "passes",
    "partly",
    "wrong",
    "silent",
    "refused",
    "discrete",
    "unverified",
    "failed",
    "forward-only",
    "backward-fails",
]
Verdict = Literal["agrees", "cut", "partly", "wrong", "none", "unknown"]
TorchOutcome = Literal["survives", "silent", "refused", "discrete", "jax"]


class ActionFacts(Frozen):
    """One action, as the environment wants it. `bounded` is False where the bounds are not the environment's own."""

    agent: str | None = None
    shape: tuple[int, ...] = ()
    discrete: bool = False
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    bounded: bool = False


class Interface(Frozen):
    """What reset and step take and give, seen."""

    api: tuple[str, ...]
    reset: str
    step: str
    observation: str
    reward: str
    actions: tuple[ActionFacts, ...]
    takes: str
    space: str = ""


class TorchAction(Frozen):
    """What became of an action tensor with requires_grad; `error` is the exact one where it was refused."""

    outcome: TorchOutcome
    error: str | None = None
    live: tuple[str, ...] = ()
    observation: str | None = None
    reward: str | None = None
    detached: str | None = None
    detached_error: str | None = None


class Term(Frozen):
    """One number that comes out of a step: its derivative along one direction of all actions, by both ways.

    `cut`: it depends on the actions and autograd says 0. `partly`: autograd lacks the part that a cut takes. `wrong`:
    autograd says something else. `none`: it does not depend on them. `unknown`: differences are too noisy to tell. `doubt` is how wrong `differences` may be.
    """

    name: str
    verdict: Verdict
    autograd: float
    differences: float
    doubt: float


class Culprit(Frozen):
    """An expression that was shown by experiment to lose the gradient (`cut`) or to have a wrong one (`wrong`)."""

    kind: Literal["cut", "wrong"]
    span: Span
    outputs: tuple[str, ...]
    count: int


class StepSize(Frozen):
    """How far the differences at one step size are from the best ones, relative."""

    step: float
    off: float


class Differences(Frozen):
    """Finite differences: whether they can be used at all, with which step size, and whether the landscape is rough."""

    usable: bool
    best_step: float
    noise: float
    rough: bool
    sizes: tuple[StepSize, ...]


class HorizonNorm(Frozen):
    """Norm of the gradient of |observation_T|²/2 with respect to the first action."""

    steps: int
    norm: float


class Horizon(Frozen):
    """How the gradient grows with the number of steps, by autograd or along one direction by differences."""

    way: Literal["autograd", "differences"]
    norms: tuple[HorizonNorm, ...]

    @property
    def growth(self) -> float | None:
        """The last norm over the first; None where there are not two that are above zero."""
        if len(self.norms) < 2 or not self.norms[0].norm > 0 or not self.norms[-1].norm > 0:
            return None
        return self.norms[-1].norm / self.norms[0].norm


class Mujoco(Frozen):
    """The MuJoCo model inside the environment."""

    integrator: str
    nv: int
    nu: int
    na: int


class Unmeasured(Frozen):
    """A part that could not be measured."""

    part: str
    error: str


class ProbeResult(Frozen):
    """The whole measurement of one environment."""

    schema_version: Literal[1] = 1
    target: str
    status: Status
    reason: str | None = None
    """Why it failed or ended early, where it did."""
    environment: str | None = None
    """The class of the environment."""
    file: str | None = None
    """The user's own file that it comes from, if any."""
    python: str | None = None
    torch: str | None = None
    interface: Interface | None = None
    torch_action: TorchAction | None = None
    repeats: bool | None = None
    """Whether the same seed gives the same episode."""
    steps: int = 0
    """The number of steps over which the terms were judged."""
    terms: tuple[Term, ...] = ()
    backward_error: str | None = None
    culprits: tuple[Culprit, ...] = ()
    unexplained: tuple[str, ...] = ()
    """Outputs whose gradient is off although every cut was held."""
    differences: Differences | None = None
    forward_error: str | None = None
    """JAX: why forward mode failed."""
    horizon: Horizon | None = None
    steps_per_second: float | None = None
    mujoco: Mujoco | None = None
    unmeasured: tuple[Unmeasured, ...] = ()
    seconds: float = Field(default=0.0, ge=0)

    @property
    def exit_code(self) -> int:
        """0 the gradient passes and agrees with differences · 1 it does not · 3 nothing could be measured."""
        if self.status == "failed":
            return 3
        return 0 if self.status == "passes" else 1
