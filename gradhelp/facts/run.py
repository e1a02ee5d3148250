"""A recorded run as an object: what was differentiated, what failed, which optimizers there were."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gradhelp.facts.aimed import aimed_at, repriced
from gradhelp.facts.failure import failures
from gradhelp.facts.graph import LedgerGraph, Path
from gradhelp.facts.matrix import Matrix, matrices
from gradhelp.facts.node import Node, node_of, span_of
from gradhelp.facts.observed import Counts, counts_of
from gradhelp.facts.partial import partial_paths
from gradhelp.facts.recording import Recording
from gradhelp.facts.source import SourceText, backward_subject, parameters_owner
from gradhelp.facts.swallowed import excused, swallowed
from gradhelp.facts.timeline import Timeline
from gradhelp.model.span import Span

MAX_PATHS = 24


@dataclass(frozen=True)
class OptimizerFact:
    """An optimizer of the run. `owners` are the networks whose parameters it was given, in the user's words."""

    id: int
    span: Span | None
    parameters: int
    owners: tuple[str, ...]


@dataclass(frozen=True)
class FrozenFact:
    """A statement that made parameters (not) require gradients."""

    span: Span
    parameters: int
    requires_grad: bool
    numbers: frozenset[int] = frozenset()
    """Which parameters, by the numbers that the optimizers' events use too; empty where unknown."""


@dataclass(frozen=True)
class UnusedValue:
    """A value that carried a gradient and is not part of the loss."""

    span: Span
    name: str
    called: str


@dataclass(frozen=True)
class TurningPoint:
    """An expression in whose backward the gradient became exactly zero (`zeroed`) or infinite or NaN (`nonfinite`)."""

    call: Span
    """The backward call."""
    kind: str
    span: Span
    grad_fn: str


class Ledger:
    """What was recorded of one backward call: why it was looked at, and the graph behind its loss."""

    def __init__(self, raw: dict[str, Any], run: "Run") -> None:
        self.number: int = raw.get("id", 0)
        self.reason: str = raw.get("reason", "")
        self.call = span_of(raw.get("call"))
        self.nodes = [node_of(node) for node in raw.get("nodes", ())]
        self.graph = LedgerGraph(self.nodes, run.sources, since=raw.get("since") or 0)
        self.freed: int = max(raw.get("freed") or [0])
        """The last record before the latest backward that ended well: what is older belongs to a freed graph."""
        self.loss: Node | None = self.nodes[0] if raw.get("loss") is not None and self.nodes else None
        self.unused = tuple(
            UnusedValue(span, u.get("name") or "", (u.get("attr") or u.get("callee") or "").rpartition(".")[2])
            for u in raw.get("unused_live", ())
            if (span := span_of(u.get("span"))) is not None
        )
        self._run, self._raw = run, raw

    @property
    def raised(self) -> bool:
        """Whether torch refuses this backward."""
        return self.reason in ("no-grad", "backward-error")

    @property
    def backward_line(self) -> int:
        """Line of the backward call; 0 where it is not in the user's code."""
        return self.call.line if self.call else 0

    @property
    def loss_name(self) -> str:
        """The user's name for what was differentiated."""
        subject = backward_subject(self.call.code) if self.call else ""
        if subject:
            return subject
        if self.loss is not None:
            return self.loss.name or (self.loss.span.code if self.loss.span else "") or "loss"
        return "loss"

    @cached_property
    def loss_span(self) -> Span | None:
        """The expression that computed the loss; found in the text where the run did not record it."""
        if self.loss is not None and self.loss.span is not None:
            return self.loss.span
        if self.call is None:
            return None
        source = self._run.sources.get(self.call.file)
        found = source.assignment(self.loss_name, self.call.line) if source else None
        return found or self.call

    @cached_property
    def starts(self) -> list[Node]:
        """Where the search for a cut begins: the loss, or what stands behind a leaf that was made on the way to it."""
        if self.loss is None or self.reason not in ("no-grad", "leaf-loss", "no-parameters"):
            return []
        if self.reason == "no-grad":
            return [self.loss]
        if self.reason == "leaf-loss":
            return [node for node in self.graph.operands(self.loss) if not node.live]
        return [node for node in self.nodes if node.leaf and node.operands and node.requires_grad]

    @cached_property
    def _aim(self) -> frozenset[int]:
        return aimed_at(self._raw, self.loss, self._run.recording.events, self._run.timeline.held)

    @cached_property
    def paths(self) -> list[Path]:
        """The likely ways along which the gradient should have come, most likely first."""
        if self.reason == "watched":
            return self._run.partial_paths(self)[:MAX_PATHS]
        found = [path for start in self.starts for path in self.graph.paths(start)]
        if len(self._run.optimizers) > 1:
            found = repriced(found, [self.graph.parameters_behind(path.alive) for path in found], self._aim)
        found.sort(key=lambda path: (path.cost, len(path.nodes), -path.frontier.ordinal))
        return found[:MAX_PATHS]


class Run:
    """Everything known of a run. Built from a recording alone."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.sources = {path: SourceText(path, text) for path, text in recording.sources.items()}
        self.optimizers = tuple(self._optimizers())
        self.frozen = tuple(
            FrozenFact(
                span,
                event.get("parameters", 0),
                bool(event.get("requires_grad")),
                frozenset(event.get("numbers") or ()),
            )
            for event in recording.of("frozen")
            if (span := span_of(event.get("span"))) is not None
        )
        self.turning_points = tuple(_turning_points(recording))
        self.timeline = Timeline(recording)
        self.raised = _own_exception(recording)
        """The exception in which the program ended."""
        self.exception = self.raised or swallowed(recording, self.timeline)
        """That one, or one that the program caught and by which training failed."""
        self.ledgers = [
            Ledger(event, self) for event in recording.of("ledger") if not excused(event, recording, self.exception)
        ]
        self.failures = failures(self.exception, self.sources)
        self.end: dict[str, Any] = recording.last("end") or {}
        self.matrices: list[Matrix] = matrices(recording, self.timeline)

    def _optimizers(self) -> list[OptimizerFact]:
        facts = []
        for event in self.recording.of("optimizer"):
            span = span_of(event.get("span"))
            owners = parameters_owner(span.code) if span else []
            facts.append(OptimizerFact(event.get("id", 0), span, event.get("parameters", 0), tuple(owners)))
        return facts

    def matrix_of(self, ledger: Ledger) -> Matrix | None:
        """The terms of the loss of one ledger, and what each of them reaches."""
        return next((matrix for matrix in self.matrices if matrix.ledger == ledger.number), None)

    @property
    def frozen_parameters(self) -> set[int]:
        """Parameters, by number, that required no gradient whenever a loss was taken apart."""
        seen = {number for matrix in self.matrices for number in matrix.parameters}
        return seen.difference(*(matrix.required for matrix in self.matrices))

    def partial_paths(self, ledger: Ledger) -> list[Path]:
        """The cuts within a living loss. Where another loss was found to be dead, that explains more."""
        if any(other.reason != "watched" for other in self.ledgers) or not self.optimizer_steps:
            return []
        return partial_paths(ledger, self.matrix_of(ledger), self.timeline)

    @property
    def networks(self) -> list[str]:
        """The networks that the optimizers were made to train, in the user's words."""
        return list(dict.fromkeys(owner for optimizer in self.optimizers for owner in optimizer.owners))[:4]

    def networks_of(self, ledger: Ledger) -> list[str]:
        """The networks that this loss was to train: those of the optimizer whose step follows the backward call."""
        if ledger.call is not None and len(self.optimizers) > 1:
            source = self.sources.get(ledger.call.file)
            stepped = source.next_step(ledger.call.line) if source else ""
            for optimizer in self.optimizers:
                home = self.sources.get(optimizer.span.file) if optimizer.span else None
                name = home.assigned_at(optimizer.span.line) if home and optimizer.span else ""
                if stepped and name and stepped.rpartition(".")[2] == name.rpartition(".")[2] and optimizer.owners:
                    return list(optimizer.owners)
        return self.networks

    def _last_moment(self, what: str) -> Span | None:
        moments = [event for event in self.recording.of("moment") if event.get("what") == what]
        return span_of(moments[-1].get("span")) if moments else None

    @property
    def last_step(self) -> Span | None:
        """The last optimizer step that was recorded."""
        return self._last_moment("step")

    @property
    def last_backward_line(self) -> int:
        """Line of the last backward that ended well; 0 where there was none."""
        span = self._last_moment("backward")
        return span.line if span else 0

    def optimizer_name(self, number: int) -> str:
        """The user's name of an optimizer: what its construction was assigned to."""
        span = self.optimizers[number].span if number < len(self.optimizers) else None
        source = self.sources.get(span.file) if span else None
        return source.assigned_at(span.line) if source and span else ""

    @property
    def stopped(self) -> str:
        """Why the tracer ended the program: "steps", "nothing-new", "news"; "" where it did not."""
        return str(self.end.get("why") or "") if self.end.get("outcome") == "stopped" else ""

    @property
    def complete(self) -> bool:
        """Whether the program ran to its end by itself."""
        if self.stopped:
            return False
        return bool(self.end) and self.raised is None and self.recording.process.get("outcome", "exited") == "exited"

    @property
    def counts(self) -> Counts:
        """What was counted, as far as was told."""
        return counts_of(self.end or self.recording.last("progress") or {})

    @property
    def backwards(self) -> int:
        """How many backward calls were seen."""
        return self.counts.backwards

    @property
    def optimizer_steps(self) -> int:
        """How many optimizer steps were seen."""
        return self.counts.optimizer_steps

    @property
    def environment_steps(self) -> int | None:
        """How many steps of environments were seen; None where that is not known."""
        return self.counts.environment_steps


def _turning_points(recording: Recording) -> Iterator[TurningPoint]:
    for event in recording.of("flow"):
        call = span_of(event.get("call"))
        for place in event.get("places") or ():
            span = span_of(place.get("span"))
            if call is not None and span is not None:
                yield TurningPoint(call, str(place.get("kind")), span, str(place.get("grad_fn") or ""))


def _own_exception(recording: Recording) -> dict[str, Any] | None:
    """The exception in which the program ended. A run that is stopped is interrupted first: that is not its own."""
    exception = recording.last("exception")
    stopped = recording.process.get("outcome", "exited") != "exited"
    if exception is not None and stopped and exception.get("type") == "KeyboardInterrupt":
        return None
    return exception
