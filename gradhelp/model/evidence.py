"""What a check saw, in the user's own names and lines: the only thing a rule's templates may speak of.

Every field that a template uses is a field of its check's evidence; the tests render all templates under
StrictUndefined. Values such as `what` or `loss` are source text of the user's program, hence hostile until escaped.
"""

from typing import Literal

from gradhelp.model.diagnosis import EvidenceKind
from gradhelp.model.span import Frozen, Span


class Observation(Frozen):
    """Anything that a check saw: where it stands, and how it came to be known."""

    where: Span
    """The expression (or statement) to blame: `where.code` is its source text, `where.line` its line."""
    kind: EvidenceKind = "live"
    raised: bool = True
    """Whether an error was raised because of it (False: it is silent)."""


class CutEvidence(Observation):
    """The gradient of `value` ends at `where`, and the loss needed it."""

    value: str
    """The user's name for what lost its gradient (`action`, `self.log_probs`); where there is none, its source text."""
    loss: str
    """The user's name for what backward() was called on (`loss`, `actor_loss`)."""
    loss_line: int
    """Line on which the loss was computed; 0 where unknown."""
    backward_line: int
    """Line of the backward() or autograd.grad() call; 0 where unknown."""
    networks: list[str] = []
    """The user's names of the networks (or parameters) that the gradient should have reached; may be empty."""
    producer: str = ""
    """Source text of the last expression that still carried the gradient; empty where none was seen."""
    producer_line: int = 0


class SimulatorStep(CutEvidence):
    """The loss needs what a simulator returned."""

    simulator: str
    """The simulator's class, e.g. `InvertedPendulumEnv`, or the function, e.g. `mujoco.mj_step`."""
    call: Literal["step", "reset", "other"]
    vectorised: bool = False
    action: str = ""
    """The user's source text of what went in (`tau.detach().numpy()`); empty where unknown."""
    result: str = ""
    """The user's name of what came out and went into the loss; empty where unknown."""


class LeavesTorch(CutEvidence):
    """A tensor was turned into an array, number or list."""

    conversion: str
    """`.numpy()`, `.item()`, `.tolist()`, `float()`, `np.array()` …"""


class Detached(CutEvidence):
    """A detach call or a read of `.data`."""

    form: Literal["detach()", "detach_()", ".data", "other"]


class GradModeOff(CutEvidence):
    """The forward pass ran while gradient recording was switched off; `where` is the statement that did it."""

    form: Literal["with", "decorator", "call"]
    mode: str
    """`torch.no_grad`, `torch.inference_mode`, `torch.set_grad_enabled(False)`."""
    forward: str
    """Source text of the forward pass that ran under it."""
    forward_line: int


class StoredValue(CutEvidence):
    """Values that were computed earlier, stored, and taken out again; `where` takes them out."""

    made: str
    """Source text of the expression that had made the value (`dist.log_prob(a)`)."""
    made_line: int
    stored_line: int
    """Line that stored it; 0 where unknown."""


class NewLeaf(CutEvidence):
    """A constructor copied computed values into a new leaf tensor."""

    constructor: str
    """`torch.tensor`, `torch.FloatTensor`, `torch.as_tensor`, `Variable` …"""
    of_list: bool = False
    """Whether it was given a list or tuple of tensors (then torch.stack is the repair)."""


class Sampled(CutEvidence):
    """`sample()` of a distribution stands on the path."""

    distribution: str
    """Class name of the distribution, e.g. `Normal`."""
    has_rsample: bool


class NonDifferentiable(CutEvidence):
    """An operation that has no gradient by nature: argmax, comparison, integer cast, one_hot, round …"""

    operation: str
    zero_gradient: bool = False
    """True for round, sign, floor …: a grad_fn exists, and the gradient is zero everywhere."""


class Frozen_(CutEvidence):  # the underscore keeps the base class's name free
    """All parameters that the loss reaches were frozen; `where` is the statement that froze them, if it was seen."""

    parameters: int


class NoNetwork(CutEvidence):
    """Nothing in the loss descends from a trainable parameter; `where` is the loss expression."""

    ingredients: list[str] = []
    """The user's names of what the loss was built from."""
    unused_live: str = ""
    """A value that did carry a gradient, was computed in the same iteration, and is not in the loss (a log-prob)."""
    unused_live_line: int = 0


class Bandaid(CutEvidence):
    """The error was silenced by asking the loss (a new leaf) for a gradient."""

    form: str
    """`loss.requires_grad_(True)`, `Variable(loss, requires_grad=True)` …: source text."""
    had_graph: bool
    """True if the value had a graph before it was wrapped (then the wrapping alone is the fault)."""


class CustomFunction(CutEvidence):
    """A custom autograd.Function, or a library bridge such as dlpack, whose result leads nowhere."""

    function: str
    reason: Literal["returns-none", "not-implemented", "bridge", "non-differentiable"]


class Checkpoint(CutEvidence):
    """Reentrant activation checkpointing of inputs none of which requires a gradient."""

    function: str
    """Source text of what was checkpointed."""
