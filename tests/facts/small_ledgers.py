"""Ledgers written by hand: a loss first, operands by position, as a recording holds them."""

from typing import Any

from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node, node_of
from gradhelp.facts.source import SourceText

FILE = "train.py"
HELD = {"parameters": 2, "requires_grad": 2, "held": 2}


def value(code: str, *operands: int, op: str = "call", **fields: Any) -> dict[str, Any]:
    """A dead tensor that `code` computed from `operands`."""
    attr = code.partition("(")[0].rpartition(".")[2] if op == "call" else ""
    span = {"file": FILE, "line": 1, "column": 1, "end_line": 1, "end_column": 1 + len(code), "code": code}
    return {"span": span, "op": op, "attr": attr, "value": "tensor", "operands": list(operands), **fields}


def binary(code: str, *operands: int, **fields: Any) -> dict[str, Any]:
    return value(code, *operands, op="operator", **fields)


def living(code: str, *operands: int, **fields: Any) -> dict[str, Any]:
    return value(code, *operands, live=True, requires_grad=True, grad_fn="AddmmBackward0", **fields)


def network(**trainable: int) -> dict[str, Any]:
    return {
        "span": None,
        "op": "source",
        "value": "module",
        "live": True,
        "operands": [],
        "trainable": HELD | trainable,
    }


def nodes(*raw: dict[str, Any]) -> list[Node]:
    """Later nodes are older, as in a walk back from the loss."""
    return [node_of({"id": number, "ordinal": 1000 - number, **fields}) for number, fields in enumerate(raw)]


def graph(*raw: dict[str, Any], since: int = 0, sources: dict[str, SourceText] | None = None) -> LedgerGraph:
    return LedgerGraph(nodes(*raw), sources or {}, since)


def frontiers(found: LedgerGraph) -> list[str]:
    """The source text at which each path ends, likeliest first."""
    return [path.frontier.span.code for path in found.paths(found.nodes[0]) if path.frontier.span]
