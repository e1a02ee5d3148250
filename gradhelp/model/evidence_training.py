"""What the checks of family `silent` saw in the timeline of a run: nothing was raised, yet training goes wrong."""

from typing import Literal

from gradhelp.model.evidence import Observation


class TrainingEvidence(Observation):
    """Common to all silent faults. Lines are 0 and names empty where unknown."""

    raised: bool = False
    loss: str = "loss"
    optimizer: str = ""
    """The user's name of the optimizer (`opt`, `self.actor_opt`)."""
    networks: list[str] = []
    """The user's names of the networks (or components, or parameters) concerned."""
    backward_line: int = 0
    step_line: int = 0
    iterations: int = 0
    """In how many iterations it was seen."""


class ClipMisplaced(TrainingEvidence):
    """`where` clips gradients before backward() has made them, or after step() has used them."""

    when: Literal["before-backward", "after-step"] = "before-backward"
    state: Literal["none", "stale", "zero", "used"] = "none"
    """What the gradients were at the call: None; left over from an earlier iteration; zero; already used."""


class ClipWrongParameters(TrainingEvidence):
    """`where` clips nothing, or something else than what is trained."""

    reason: Literal["exhausted-generator", "empty", "other-network", "none-gradients"] = "empty"
    argument: str = ""
    """Source text of what was given as parameters."""


class ClipNonfinite(TrainingEvidence):
    """`where` met a norm that is NaN or infinite and spread it to all gradients."""

    norm: str = "nan"


class ClipVanishing(TrainingEvidence):
    """`where` leaves next to nothing of the gradients, or turns them round."""

    reason: Literal["zero", "negative", "tiny"] = "tiny"
    max_norm: str = ""
    norm_before: str = ""


class ClipScaled(TrainingEvidence):
    """`where` clips gradients that are still multiplied by the GradScaler's scale."""

    scale: str = ""


class MissingParameters(TrainingEvidence):
    """`where` makes an optimizer that lacks parameters which the loss trains."""

    missing: list[str] = []
    """Names of parameters that receive gradients and that no optimizer holds."""
    held: int = 0


class RebuiltNetwork(TrainingEvidence):
    """`where` replaces the network (or makes the optimizer) so that the optimizer holds parameters no longer in use."""

    optimizer_line: int = 0
    rebuilt_line: int = 0


class ZeroGradMisplaced(TrainingEvidence):
    """`where` clears the gradients between backward() and step()."""


class GradReadCleared(TrainingEvidence):
    """`where` reads or logs gradients that zero_grad() has already cleared."""

    read: str = ""
    cleared_line: int = 0
    shown: Literal["None", "0"] = "None"


class ZeroGradMissing(TrainingEvidence):
    """Gradients of earlier iterations are still in `.grad` at `where` (the step, or the backward that adds to them)."""


class BackwardMissing(TrainingEvidence):
    """`where` steps on (or computes) a loss whose backward() never ran."""


class StepMissing(TrainingEvidence):
    """`where` computes gradients that no optimizer step ever uses."""


class NonleafRead(TrainingEvidence):
    """`where` reads `.grad` of a tensor that is not a leaf."""

    tensor: str = ""


class NoneGradients(TrainingEvidence):
    """Some parameters of a trained network never received a gradient; `where` is what leaves them out."""

    parameters: list[str] = []
    total: int = 0


class ZeroGradients(TrainingEvidence):
    """Gradients exist and are exactly zero; `where` is the expression that makes them so."""

    reason: Literal["saturated", "clipped-ratio", "zero-weight", "constant-term", "unknown"] = "unknown"


class Exploding(TrainingEvidence):
    """Gradients became infinite, NaN or absurdly large; `where` is the backward or the expression behind it."""

    norm: str = ""


class StaleLogProb(TrainingEvidence):
    """The PPO ratio is constant one; `where` computes (or takes) the log-probabilities that are wrong."""

    reason: Literal["old-carries-graph", "new-is-stored"] = "old-carries-graph"
    ratio_line: int = 0


class MissingDetach(TrainingEvidence):
    """A target or advantage carries a gradient into networks where it must not go; `where` computes it."""

    target: str = ""


class ShapeBroadcast(TrainingEvidence):
    """`where` combines (N,) with (N, 1), which makes (N, N)."""

    left: str = ""
    left_shape: str = ""
    right: str = ""
    right_shape: str = ""
    result_shape: str = ""
