"""A custom backward returned gradients of the wrong number, shape or type."""

import ast
from collections.abc import Iterator

from gradhelp.checks.sighting import Sighting, loss_of, matching
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import InvalidGradient
from gradhelp.model.span import Frozen, Span

Evidence = InvalidGradient
MESSAGE = (
    r"[Ff]unction (?P<name>\w+?)Backward\w* returned an (?:invalid gradient|incorrect number of gradients)"
    r"|(?P<other>\w+?)Backward\w* returned an (?:invalid gradient|incorrect number)"
    r"|expected Variable or None \(got"
)


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure, found in matching(run, MESSAGE):
        name = found["name"] or found["other"] or ""
        where = _return_of(run, name) or failure.span()
        if where is not None:
            loss, line = loss_of(run)
            yield Sighting(
                InvalidGradient(
                    where=where, function=name, message=failure.message[:300], loss=loss, backward_line=line
                )
            )


def _return_of(run: Run, name: str) -> Span | None:
    """The last return statement of `backward` in the class of that name; of any Function where the name is unknown."""
    for source in run.sources.values():
        for node in ast.walk(source.tree) if source.tree else ():
            if not isinstance(node, ast.ClassDef) or (node.name != name if name else not _is_function(node)):
                continue
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and member.name in ("backward", "vjp"):
                    returns = [n for n in ast.walk(member) if isinstance(n, ast.Return)]
                    if returns:
                        return source.span(max(returns, key=lambda n: n.lineno))
    return None


def _is_function(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("Function") for base in node.bases)
