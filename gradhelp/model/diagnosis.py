"""The result of a diagnosis: exactly what `--format json` prints (see the contract in README)."""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from gradhelp.model.matrix import LossMatrix
from gradhelp.model.span import Frozen

Status = Literal["diagnosed", "healthy", "inconclusive", "not-a-gradient-problem"]
Severity = Literal["error", "warning", "note"]
EvidenceKind = Literal["live", "static", "traceback"]
Role = Literal["source", "carries", "cut", "lost", "loss"]
Outcome = Literal["raised", "finished", "stopped", "timed-out", "not-run"]


class ChainLink(Frozen):
    """One expression between the trainable parameters and the loss, in source-to-loss order.

    `role`: source = trainable parameters enter; carries = the gradient lives here; cut = the gradient ends at this
    expression; lost = computed from values without a gradient; loss = what backward() was called on.
    """

    file: str
    line: int
    code: str
    requires_grad: bool
    grad_fn: str | None = None
    role: Role


class Fix(Frozen):
    """What to change. `diff` is a unified diff or None; `verified`: a run with the change showed the gradient."""

    title: str
    steps: list[str]
    diff: str | None = None
    verified: bool = False
    verification: str = ""


class Finding(Frozen):
    """One fault at one place. `explanation` is Markdown. Lines and columns are 1-based."""

    rule: str
    severity: Severity
    evidence: EvidenceKind
    file: str
    line: int
    column: int = 1
    end_line: int = 0
    end_column: int = 0
    code: str = ""
    title: str
    explanation: str
    chain: list[ChainLink] = Field(default_factory=list)
    fixes: list[Fix] = Field(default_factory=list)
    references: list[str] = Field(default_factory=list)


class ErrorInfo(Frozen):
    """The error that the traceback ends in, or that the live run raised."""

    family: str
    type: str
    message: str
    file: str | None = None
    line: int | None = None
    frames: int = 0


class RunInfo(Frozen):
    """What was run and how it ended."""

    executed: bool = False
    outcome: Outcome = "not-run"
    reason: str | None = None
    seconds: float = 0.0
    optimizer_steps: int = 0
    python: str | None = None
    torch: str | None = None
    isolation: Literal["landlock", "copy", "none"] = "none"


class SimulatorChoice(Frozen):
    """One recommended simulator."""

    name: str
    score: float
    why: list[str]
    caveats: list[str]


class Recommendation(Frozen):
    """Which simulator to use when the simulator is the reason."""

    needs: dict[str, str | bool | int] = Field(default_factory=dict)
    choices: list[SimulatorChoice] = Field(default_factory=list)


class Diagnosis(Frozen):
    """The whole answer. `findings` is ordered: the first is what to change first."""

    schema_version: Literal[1] = 1
    status: Status
    summary: str
    error: ErrorInfo | None = None
    findings: list[Finding] = Field(default_factory=list)
    run: RunInfo = Field(default_factory=RunInfo)
    recommendation: Recommendation | None = None
    losses: list[LossMatrix] = Field(default_factory=list)
    """What the terms of the watched losses reach. Left out of the JSON where there is nothing to say."""

    @model_serializer(mode="wrap")
    def _without_empty_losses(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        if not self.losses:
            fields.pop("losses", None)
        return fields

    @property
    def exit_code(self) -> int:
        """0 nothing wrong found · 1 at least one error · 3 could not be analysed (the contract's codes)."""
        if any(finding.severity == "error" for finding in self.findings):
            return 1
        return 3 if self.status == "inconclusive" else 0
