"""Findings without a run: what a check would have seen, at a place that is found by its text."""

from typing import Any

from gradhelp.checks import Candidate, Sighting
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node, node_of
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.model.evidence import CutEvidence, Observation
from gradhelp.model.span import Span
from gradhelp.patches.registry import drafts
from gradhelp.patches.site import Project, Site

FILE = "train.py"


def span(source: str, code: str, occurrence: int = 0) -> Span:
    """Where `code` stands in `source`."""
    at = -1
    for _ in range(occurrence + 1):
        at = source.index(code, at + 1)
    line = source.count("\n", 0, at) + 1
    column = at - (source.rfind("\n", 0, at) + 1) + 1
    last = line + code.count("\n")
    end = column + len(code) if last == line else len(code) - code.rfind("\n")
    return Span(file=FILE, line=line, column=column, end_line=last, end_column=end, code=" ".join(code.split()))


def line(source: str, code: str) -> int:
    return span(source, code).line


def seen(evidence: type[Observation], source: str, code: str, occurrence: int = 0, **fields: Any) -> Sighting:
    """A sighting at `code`."""
    return Sighting(evidence(where=span(source, code, occurrence), **fields))


def cut(evidence: type[CutEvidence], source: str, *path: str | dict[str, Any], **fields: Any) -> Candidate:
    """A cut at the last expression of `path`, which runs from the loss to it; what was alive is made up."""
    nodes = [_node(source, number, each) for number, each in enumerate(path)]
    alive = node_of({"id": len(nodes), "ordinal": 1, "op": "call", "value": "tensor", "live": True, "shape": [2]})
    where = fields.pop("where", None)
    common = {"value": "x", "loss": "loss", "loss_line": 0, "backward_line": 0}
    place = span(source, where) if where else nodes[-1].span
    made = evidence.model_validate({**common, **fields, "where": place})
    return Candidate(made, _Ledger(nodes), Path(tuple(nodes), alive, 0))  # type: ignore[arg-type]


class _Ledger:
    """As much of a ledger as patches look at."""

    call = None
    number = 0

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.graph = self

    def operands(self, node: Node) -> list[Node]:
        return [self.nodes[i] for i in node.operands]


def _node(source: str, number: int, given: str | dict[str, Any]) -> Node:
    fields = {"code": given} if isinstance(given, str) else dict(given)
    place = span(source, fields.pop("code"), fields.pop("occurrence", 0))
    attr = place.code.partition("(")[0].rpartition(".")[2]
    raw = {"id": number, "ordinal": 100 - number, "op": "call", "attr": attr, "value": "tensor", "operands": []}
    return node_of({**raw, "span": place.model_dump(), "receiver": ["torch.Tensor"], **fields})


def patched(
    name: str, source: str, candidate: Candidate | Sighting, *events: dict[str, Any], **files: str
) -> list[str]:
    """The file after each draft of the patch `name`, in their order."""
    sources = {FILE: source, **files}
    recorded = [{"event": "source", "path": path, "text": text} for path, text in sources.items()]
    site = Site(Run(Recording((*events, *recorded))), candidate, Project(sources))
    return [drafted.texts.get(FILE, source) for drafted in drafts(name, site)]
