"""The parts of a recorded ledger: values with where, how and from what they were computed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gradhelp.model.span import Span

INTEGER_DTYPES = frozenset({"torch.int64", "torch.int32", "torch.int16", "torch.int8", "torch.uint8", "torch.bool"})


@dataclass(frozen=True)
class Visit:
    """A moment at which a value was put away or taken out again. `ordinal` orders it among the records."""

    span: Span
    ordinal: int
    function: str
    op: str
    attr: str
    receiver: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trainability:
    """Of a module or parameter when the loss was explained: numbers of parameters."""

    parameters: int
    requires_grad: int
    held: int
    """How many of them some optimizer holds."""
    numbers: tuple[int, ...] = ()
    """Those that the moments of the run know, by number."""


@dataclass(frozen=True, eq=False)
class Node:
    """One recorded value. `operands` are positions in the ledger, in source order; `span` is None for sources."""

    id: int
    span: Span | None
    function: str
    op: str
    attr: str
    callee: str
    receiver: tuple[str, ...]
    value: str
    type: str
    dtype: str | None
    shape: tuple[int, ...] | None
    requires_grad: bool
    grad_fn: str | None
    leaf: bool
    live: bool
    grad_enabled: bool
    off: Span | None
    off_mode: str
    operands: tuple[int, ...]
    truncated: bool
    stored: tuple[Visit, ...]
    taken: tuple[Visit, ...]
    ordinal: int
    name: str
    trainable: Trainability | None = None
    zero: bool = False
    """Whether the value still existed when it was recorded and was exactly zero everywhere."""

    @property
    def is_source(self) -> bool:
        """Whether parameters enter here."""
        return self.value in ("module", "parameter")

    @property
    def is_integer(self) -> bool:
        """Whether it is a tensor that cannot carry a gradient because of its dtype."""
        return self.value == "tensor" and self.dtype in INTEGER_DTYPES

    @property
    def called(self) -> str:
        """The last part of what was called: `argmax`, `tensor`, `float`; empty for anything but a call."""
        return (self.attr or self.callee.rpartition(".")[2]) if self.op == "call" else ""

    def is_call(
        self, functions: Iterable[str] = (), methods: Iterable[str] = (), receivers: Iterable[str] = ()
    ) -> bool:
        """A call of one of `functions` (dotted names), or of one of `methods` on one of the classes `receivers`.

        `torch.clone(x)` and `x.clone()` are the same operation; so are a function's several dotted homes.
        """
        if self.op != "call":
            return False
        if self.callee in functions or self.callee.removeprefix("builtins.") in functions:
            return True
        return self.called in methods and (not receivers or bool(set(receivers).intersection(self.receiver)))

    @property
    def on_tensor(self) -> bool:
        """Whether it is a method call on, or an attribute of, a torch tensor."""
        return "torch.Tensor" in self.receiver


def span_of(raw: dict[str, Any] | None) -> Span | None:
    """A span of a recording; None for None or for something damaged."""
    if not raw or not isinstance(raw.get("line"), int):
        return None
    keys = ("file", "line", "column", "end_line", "end_column", "code")
    return Span(**{key: raw[key] for key in keys if key in raw})


def visits_of(raw: Any) -> tuple[Visit, ...]:
    """The visits of a recorded node, oldest first."""
    return tuple(
        Visit(
            span,
            v.get("ordinal", 0),
            v.get("function", ""),
            v.get("op", ""),
            v.get("attr", ""),
            tuple(v.get("receiver", ())),
        )
        for v in raw or ()
        if (span := span_of(v.get("span"))) is not None
    )


def _trainability(raw: dict[str, Any]) -> Trainability:
    return Trainability(raw["parameters"], raw["requires_grad"], raw["held"], tuple(raw.get("numbers") or ()))


def node_of(raw: dict[str, Any]) -> Node:
    """One node of a recorded ledger."""
    trainable = raw.get("trainable")
    return Node(
        id=raw["id"],
        span=span_of(raw.get("span")),
        function=raw.get("function") or "",
        op=raw.get("op") or "other",
        attr=raw.get("attr") or "",
        callee=raw.get("callee") or "",
        receiver=tuple(raw.get("receiver") or ()),
        value=raw.get("value") or "object",
        type=raw.get("type") or "",
        dtype=raw.get("dtype"),
        shape=tuple(raw["shape"]) if raw.get("shape") is not None else None,
        requires_grad=bool(raw.get("requires_grad")),
        grad_fn=raw.get("grad_fn"),
        leaf=bool(raw.get("leaf")),
        live=bool(raw.get("live")),
        grad_enabled=bool(raw.get("grad_enabled", True)),
        off=span_of(raw.get("off")),
        off_mode=raw.get("mode") or "",
        operands=tuple(raw.get("operands") or ()),
        truncated=bool(raw.get("truncated")),
        stored=visits_of(raw.get("stored")),
        taken=visits_of(raw.get("taken")),
        ordinal=raw.get("ordinal") or 0,
        name=raw.get("name") or "",
        trainable=_trainability(trainable) if trainable else None,
        zero=bool(raw.get("zero")),
    )
