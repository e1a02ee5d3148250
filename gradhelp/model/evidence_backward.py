"""What the checks of families `backward` and `env-api` saw: errors that backward() itself or an environment raises."""

from typing import Literal

from gradhelp.model.evidence import Observation


class BackwardEvidence(Observation):
    """Common to errors of backward()."""

    loss: str = "loss"
    """The user's name for what was differentiated."""
    backward_line: int = 0


class BackwardTwice(BackwardEvidence):
    """`where` is the backward() call that needs a graph which an earlier one has freed."""

    carried: str = ""
    """The user's name of what carries the old graph over (`hidden`, `self.state`, `loss`); empty where unknown."""
    carried_line: int = 0
    """Line of the expression that carries it over: where the old value enters the new loss."""
    made_line: int = 0
    """Line that had computed it in the earlier graph."""
    freed_line: int = 0
    """Line of the backward() that freed the old graph (may be the same line, in an earlier turn of the loop)."""
    reason: Literal["hidden-state", "stored-tensor", "same-loss", "shared-graph", "unknown"] = "unknown"


class InplaceModified(BackwardEvidence):
    """`where` changed, in place, a value that backward still needed."""

    tensor: str = ""
    saved_by: str = ""
    """Source text of the operation that had saved the value for its backward; empty where unknown."""
    saved_line: int = 0
    by_optimizer: bool = False
    """Whether it was optimizer.step() that changed the value (a parameter)."""


class LeafInplace(BackwardEvidence):
    """`where` changes a leaf that requires grad in place."""

    tensor: str = ""


class Nonscalar(BackwardEvidence):
    """`where` calls backward() on a tensor with more than one element."""

    shape: str = ""
    """For example `(64,)`."""


class UnusedInput(BackwardEvidence):
    """`where` asks for the gradient of something that is not in the graph (autograd.grad, DDP)."""

    inputs: str = ""
    """Source text of the inputs."""


class NumpyOnGrad(BackwardEvidence):
    """`where` converts to NumPy a tensor that requires grad."""

    tensor: str = ""
    produced_line: int = 0


class InferenceTensor(BackwardEvidence):
    """`where` made a tensor under inference_mode that was later used in training."""

    tensor: str = ""
    used_line: int = 0


class IntegerRequiresGrad(BackwardEvidence):
    """`where` asks an integer or bool tensor for gradients."""

    dtype: str = ""


class InvalidGradient(BackwardEvidence):
    """A custom backward returned gradients of the wrong number, shape or type; `where` is its return statement."""

    function: str = ""
    message: str = ""


class NoDerivative(BackwardEvidence):
    """`where` is an operation for which torch has no derivative."""

    operation: str = ""


class EnvironmentEvidence(Observation):
    """Common to family `env-api`."""

    environment: str = ""
    """The environment's class or the user's name for it."""


class StepSignature(EnvironmentEvidence):
    """`where` unpacks step() into the wrong number of values."""

    got: int = 5
    wanted: int = 4


class ResetTuple(EnvironmentEvidence):
    """`where` calls reset() and uses the pair (observation, info) as an observation."""

    name: str = ""
    """The user's name of what is a pair."""
    used_line: int = 0


class ActionType(EnvironmentEvidence):
    """`where` gives step() an action it cannot take."""

    action: str = ""
    problem: Literal["requires-grad", "tensor", "shape", "dtype", "device", "value"] = "tensor"
    got: str = ""
    """What was given: `Tensor of shape (1, 2)`."""
    wanted: str = ""
    """What the action space takes, where known."""


class EnvMisuse(EnvironmentEvidence):
    """`where` uses the environment out of turn or out of range."""

    problem: Literal["step-before-reset", "step-after-done", "out-of-range"] = "step-before-reset"
    detail: str = ""
